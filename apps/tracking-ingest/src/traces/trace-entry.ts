import { sessionPrefix } from '@tributary/contracts/admin/access';
import { traceSteps, type TraceCredential, type TraceStep } from '@tributary/contracts/traces/activity-trace';
import { callerCredential } from '@tributary/contracts/traces/begin-trace';

/** The kept part of an activity whose way has ended. Its other steps follow from it. */
export interface TraceEntry {
  received_ts: number;
  credential?: TraceCredential | undefined;
  execution_id?: string | undefined;
  /** 6 bytes in hexadecimal. */
  hash?: string | undefined;
  /** The steps between ACCEPTED and STORED, or those up to another outcome. */
  steps: readonly TraceStep[];
  /** If it was stored. */
  user_point_id?: string | undefined;
}

/** The first byte of an entry says which fields it has. 0: a duplicate, about which nothing is kept here. */
const has = { entry: 1, userPoint: 2, hash: 4, execution: 8, steps: 16 } as const;
const credentialShift = 5;
/** A session is kept as the token `session/…`, which processes of every version can read. */
const kinds = [undefined, 'API_TOKEN', 'SIGNATURE', 'COLLECT_KEY'] as const;

const hashBytes = 6;
/** An entry has at most 1 KiB: an activity of very many analyzers loses steps in its middle. */
const maxStepsBytes = 900;
const maxIdLength = 40;

/** The hexadecimal text of the entries, one after the other; undefined stands for a duplicate. */
export const encodeEntries = (entries: readonly (TraceEntry | undefined)[], stored_ts: number): string =>
  entries.map((entry) => (entry ? encode(entry, stored_ts) : '00')).join('');

function encode(entry: TraceEntry, stored_ts: number): string {
  const { received_ts, execution_id, hash, steps, user_point_id } = entry;
  const credential = entry.credential && keptCredential(entry.credential);
  const flags =
    has.entry |
    (user_point_id === undefined ? 0 : has.userPoint) |
    (hash?.length === hashBytes * 2 ? has.hash : 0) |
    (execution_id === undefined ? 0 : has.execution) |
    (steps.length === 0 ? 0 : has.steps) |
    (credential ? kinds.indexOf(credential.kind) << credentialShift : 0);
  let text = byte(flags) + varint(zigzag(stored_ts - received_ts));
  if (credential) text += idText(credential.id);
  if (execution_id !== undefined) text += idText(execution_id);
  if (flags & has.hash) text += hash;
  if (user_point_id !== undefined) text += user_point_id.replaceAll('-', '');
  if (steps.length > 0) {
    const json = Buffer.from(compactSteps(steps, received_ts));
    text += varint(json.length) + json.toString('hex');
  }
  return text;
}

/** The entry at a position, from 0. */
export function decodeEntry(bytes: Buffer, position: number, stored_ts: number): TraceEntry | undefined {
  const reader = new Reader(bytes);
  for (let skipped = 0; skipped < position; skipped++) decode(reader, stored_ts);
  return decode(reader, stored_ts);
}

/** All entries of a batch, in its order, without those of duplicates. */
export function decodeEntries(bytes: Buffer, stored_ts: number): TraceEntry[] {
  const reader = new Reader(bytes);
  const entries: TraceEntry[] = [];
  while (!reader.isAtEnd()) {
    const entry = decode(reader, stored_ts);
    if (entry) entries.push(entry);
  }
  return entries;
}

function decode(reader: Reader, stored_ts: number): TraceEntry | undefined {
  const flags = reader.byte();
  if (flags === 0) return undefined;
  const received_ts = stored_ts - unzigzag(reader.varint());
  const kind = kinds[flags >> credentialShift];
  const credential = kind && credentialOf(kind, reader.id());
  const execution_id = flags & has.execution ? reader.id() : undefined;
  const hash = flags & has.hash ? reader.hex(hashBytes) : undefined;
  const user_point_id = flags & has.userPoint ? uuidText(reader.hex(16)) : undefined;
  const steps = flags & has.steps ? readSteps(reader.text(reader.varint()), received_ts) : [];
  return { received_ts, credential, execution_id, hash, steps, user_point_id };
}

type Kind = NonNullable<(typeof kinds)[number]>;

const keptCredential = ({ kind, id }: TraceCredential): { kind: Kind; id: string } =>
  kind === 'SESSION' ? { kind: 'API_TOKEN', id: `${sessionPrefix}${id}` } : { kind, id };

const credentialOf = (kind: Kind, id: string): TraceCredential =>
  kind === 'API_TOKEN' ? callerCredential(id) : { kind, id };

/** A number in 7 bits a byte, the lowest first. */
function varint(value: number): string {
  let text = '';
  let rest = value;
  while (rest >= 128) {
    text += byte(128 + (rest % 128));
    rest = Math.floor(rest / 128);
  }
  return text + byte(rest);
}

const byteTexts = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'));
const byte = (value: number) => byteTexts[value] ?? '00';

const zigzag = (value: number) => (value < 0 ? -value * 2 - 1 : value * 2);
const unzigzag = (value: number) => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);

/** Ids are decimal numbers, which need few bytes: `0` and a text stand for any other. */
function idText(id: string): string {
  const number = Number(id);
  if (Number.isSafeInteger(number) && number > 0 && String(number) === id) return varint(number);
  const bytes = Buffer.from(id.slice(0, maxIdLength));
  return byte(0) + varint(bytes.length) + bytes.toString('hex');
}

/** `[position of the step, time since the receipt, other fields]` for each. */
function compactSteps(steps: readonly TraceStep[], received_ts: number): string {
  const compact = steps.map(({ step, ts, ...fields }) => {
    const common = [traceSteps.indexOf(step), ts - received_ts];
    return Object.keys(fields).length === 0 ? common : [...common, fields];
  });
  let text = JSON.stringify(compact);
  while (compact.length > 1 && Buffer.byteLength(text) > maxStepsBytes) {
    compact.splice(Math.floor(compact.length / 2) - 1, 1);
    text = JSON.stringify(compact);
  }
  return text;
}

type CompactStep = [step: number, delayMs: number, fields?: Omit<TraceStep, 'step' | 'ts'>];

const readSteps = (text: string, received_ts: number): TraceStep[] =>
  (JSON.parse(text) as CompactStep[]).flatMap(([index, delayMs, fields]) => {
    const step = traceSteps[index];
    // A newer version has written it.
    return step === undefined ? [] : { step, ts: received_ts + delayMs, ...fields };
  });

const uuidText = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

class Reader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** 0 behind the end. */
  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const next = this.byte();
      value += (next % 128) * factor;
      if (next < 128) return value;
    }
  }

  hex(length: number): string {
    return this.take(length).toString('hex');
  }

  text(length: number): string {
    return this.take(length).toString('utf8');
  }

  id(): string {
    const number = this.varint();
    return number === 0 ? this.text(this.varint()) : String(number);
  }

  private take(length: number): Buffer {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}
