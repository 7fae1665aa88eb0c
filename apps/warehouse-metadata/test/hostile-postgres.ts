import { createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { secret, type Arena, type HostileServer } from './hostile-arena.js';

/** The answers of one PostgreSQL server: for each message of the client the next one, the last one for all others. */
export interface PostgresCase {
  answers: Buffer[];
  /** The end of the connection after the answers: most servers close, a few stay silent, drip or never end. */
  then: 'close' | 'stay' | 'drip' | 'flood';
  ssl?: boolean;
}

const int16 = (value: number) => Buffer.from([(value >> 8) & 0xff, value & 0xff]);
export const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
export const message = (type: string, body: Buffer | string = '', length?: number) => {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(type), int32(length ?? bytes.length + 4), bytes]);
};
const authentication = (code: number, rest: Buffer | string = '') =>
  message('R', Buffer.concat([int32(code), Buffer.from(rest)]));
const ready = message('Z', 'I');
const completed = (tag: string) => message('C', `${tag}\0`);

const types: Partial<Record<string, number>> = { has_read_access: 16, columns: 114 };

function rows(names: string[], values: string[][]): Buffer {
  const described = names.map((name) =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int32(0),
      int16(0),
      int32(types[name] ?? 25),
      int16(65535),
      int32(-1),
      int16(0),
    ]),
  );
  const data = values.map((row) => {
    const cells = row.flatMap((cell) => [int32(Buffer.byteLength(cell)), Buffer.from(cell)]);
    return message('D', Buffer.concat([int16(row.length), ...cells]));
  });
  const head = message('T', Buffer.concat([int16(names.length), ...described]));
  return Buffer.concat([head, ...data, completed(`SELECT ${values.length}`), ready]);
}

/** The answers of a server whose tables have these columns. */
export const answersWith = (...tables: string[]) => [
  ...honest.slice(0, 4),
  rows(
    ['schema', 'name', 'has_read_access', 'columns'],
    tables.map((columns, index) => ['shop', `orders_${index}`, 't', columns]),
  ),
  ...honest.slice(5),
];

const columns = '[["id","bigint",false,true,false,true],["labels","text[]",true,false,true,true]]';
/** The answers of an honest server to a scan of one database with one table. */
export const honest: Buffer[] = [
  Buffer.concat([
    authentication(0),
    message('S', 'server_version\x0018\0'),
    message('K', int32(1).toString() + '\0\0\0\0'),
    ready,
  ]),
  Buffer.concat([completed('BEGIN'), completed('SET'), completed('SET'), ready]),
  rows(['name'], [['shop']]),
  Buffer.concat([completed('DECLARE CURSOR'), ready]),
  rows(['schema', 'name', 'has_read_access', 'columns'], [['shop', 'orders', 't', columns]]),
  rows(['schema', 'name', 'has_read_access', 'columns'], []),
];

const special = fc.constantFrom(
  authentication(99),
  message('R'),
  authentication(3),
  authentication(5, 'salt'),
  authentication(5),
  authentication(7),
  authentication(10, 'SCRAM-SHA-256\0\0'),
  authentication(10, 'SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0'),
  authentication(10, 'NO-SUCH\0\0'),
  authentication(10),
  authentication(11, 'r=x,s=,i=0'),
  authentication(12, 'v=AAAA'),
  message('E', 'SFATAL\0C28P01\0Mno\0\0'),
  message('E', `SFATAL\0C28P01\0Mthe password is ${secret}\0\0`),
  message('E', 'SERROR\0C57P03\0Mstarting\0\0'),
  message('E', '\0'),
  message('N', 'SNOTICE\0\0'),
  message('G', Buffer.concat([Buffer.from([0]), int16(65535)])),
  message('H', Buffer.concat([Buffer.from([0]), int16(1)])),
  message('W'),
  message('A', Buffer.concat([int32(1), Buffer.from('channel\0payload\0')])),
  message('T', int16(65535)),
  message('D', int16(65535)),
  message('D', Buffer.concat([int16(1), int32(-2)])),
  message('D', Buffer.concat([int16(1), int32(2 ** 31 - 1)])),
  message('Z'),
  message('C', 'no end'),
  message('t', int16(65535)),
  message('K'),
  message('S', 'no end'),
  message('I'),
  message('1'),
  message('s'),
  message('D', '', 2 ** 32 - 1),
  message('D', '', 2 ** 31),
);

/** Changes one answer. */
const mutation: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc.oneof(
  fc.nat(200).map((end) => (bytes: Buffer) => bytes.subarray(0, end % bytes.length)),
  fc.uint8Array({ minLength: 1, maxLength: 60 }).map((more) => (bytes: Buffer) => Buffer.concat([bytes, more])),
  fc.uint8Array({ minLength: 1, maxLength: 300 }).map((garbage) => () => Buffer.from(garbage)),
  fc.tuple(fc.nat(200), fc.nat(255)).map(([at, value]) => (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    changed[at % bytes.length] = value;
    return changed;
  }),
  fc.tuple(fc.nat(20), fc.constantFrom(0, 1, 3, 4, 5, 100, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1)).map(
    ([which, length]) =>
      (bytes: Buffer) =>
        withLength(bytes, which, length),
  ),
  fc.tuple(special, fc.boolean()).map(
    ([inserted, isFirst]) =>
      (bytes: Buffer) =>
        Buffer.concat(isFirst ? [inserted, bytes] : [bytes.subarray(0, -ready.length), inserted, ready]),
  ),
  special.map((only) => () => only),
);

/** Replaces the length of one message. */
function withLength(bytes: Buffer, which: number, length: number): Buffer {
  const starts: number[] = [];
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) starts.push(at);
  const changed = Buffer.from(bytes);
  changed.writeUInt32BE(length, (starts[which % starts.length] ?? 0) + 1);
  return changed;
}

const answersTls = fc
  .tuple(fc.constantFrom('S', 'N', 'E', 'X', 'SS', 'NR', ''), fc.uint8Array({ maxLength: 100 }))
  .map(([first, rest]): PostgresCase => ({
    answers: [Buffer.concat([Buffer.from(first), rest])],
    then: 'close',
    ssl: true,
  }));

const answersMutated = fc
  .tuple(fc.nat(honest.length - 1), mutation)
  .map(([step, mutate]): PostgresCase => ({
    answers: honest.map((bytes, index) => (index === step ? mutate(bytes) : bytes)),
    then: 'close',
  }));

export const postgresCases = (count: number, seed: number): PostgresCase[] => {
  const random = fc.oneof({ weight: 9, arbitrary: answersMutated }, { weight: 1, arbitrary: answersTls });
  return [...fc.sample(random, { numRuns: count, seed }), ...endless];
};

const start = honest[0] ?? Buffer.alloc(0);
const tinyRows = Buffer.alloc(60 * 1024 * 1024, message('D', int16(0)));
const scram = (iterations: string) => [
  authentication(10, 'SCRAM-SHA-256\0\0'),
  // The driver accepts only a nonce that begins with its own, which `respond` inserts.
  authentication(11, `r=<nonce>x,s=QUJD,i=${iterations}`),
];
/** A message of 2 GB, a row of 1 GB, and many rows that are tiny in transit. */
export const tooMuchPostgres: PostgresCase[] = [
  { answers: [message('N', '', 2 ** 31 - 1)], then: 'flood' },
  { answers: [start, Buffer.concat([message('D', '', 2 ** 30), int16(1)])], then: 'flood' },
  { answers: [start, honest[1] ?? start, Buffer.concat([message('T', int16(0)), tinyRows])], then: 'stay' },
];

const endless: PostgresCase[] = [
  { answers: [], then: 'stay' },
  { answers: [], then: 'drip' },
  { answers: [start], then: 'drip' },
  { answers: [message('E', 'SFATAL no end')], then: 'stay' },
  { answers: scram('2147483647'), then: 'stay' },
  { answers: scram('99999999999'), then: 'stay' },
  { answers: scram('-1'), then: 'stay' },
];

export function openPostgres(): HostileServer<PostgresCase> {
  let current: PostgresCase = { answers: honest, then: 'close' };
  const server = createServer((socket) => void respond(socket, current));
  return { server, serve: (next) => void (current = next) };
}

async function respond(socket: Socket, { answers, then, ssl = false }: PostgresCase): Promise<void> {
  let step = 0;
  // A client that waits for more after a broken answer gets the end of the connection.
  const end = then === 'close' ? setTimeout(() => socket.end(), quietMs) : undefined;
  try {
    if (answers.length === 0) finish(socket, then);
    for await (const request of socket as AsyncIterable<Buffer>) {
      end?.refresh();
      const answer = answers[step++];
      const [, nonce = ''] = /r=([^,\0]+)/.exec(request.toString('latin1')) ?? [];
      const isChallenge = answer?.includes('<nonce>');
      if (answer) socket.write(isChallenge ? resized(answer.toString('latin1').replace('<nonce>', nonce)) : answer);
      if (ssl) socket.end();
      if (step === answers.length && then !== 'close') finish(socket, then);
    }
  } catch {
    // Node.js ends the loop with the connection, and throws if that breaks.
    socket.destroy();
  } finally {
    clearTimeout(end);
  }
}

/** How long a server waits for the next message. */
const quietMs = 40;

/** The message with the length that it has now. */
const resized = (text: string) => message(text.slice(0, 1), Buffer.from(text.slice(5), 'latin1'));

function finish(socket: Socket, then: PostgresCase['then']): void {
  if (then === 'drip') {
    const timer = setInterval(() => socket.write('S'), 20);
    socket.once('close', () => clearInterval(timer));
  }
  if (then === 'flood') {
    const bytes = Buffer.alloc(1024 * 1024, 'x');
    const flood = () => {
      while (!socket.destroyed && socket.write(bytes));
    };
    socket.on('drain', flood);
    flood();
  }
}

export const postgresArena: Arena<PostgresCase> = {
  type: 'POSTGRES',
  honest: { answers: honest, then: 'stay' },
  credentials: (port, { ssl = false }) => ({
    host: '127.0.0.1',
    port,
    user: 'u',
    password: secret,
    database: 'shop',
    ...(ssl && { ssl: { verify: false } }),
  }),
  open: openPostgres,
};
