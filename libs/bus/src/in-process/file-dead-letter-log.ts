import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { AnyTopic } from '../messages/consume.js';
import { parseJson } from '../messages/parse-json.js';
import type {
  DeadLetterEntry,
  DeadLetterLog,
  EntryVisitor,
  StoredDeadLetter,
} from '../dead-letters/dead-letter-log.js';
import { appendLines, deadLetterFile } from './file-dead-letters.js';
import { formatPositions, parsePositions, type RecordPosition } from '../dead-letters/record-position.js';
import { ReplaySpool } from './replay-spool.js';

const visitBatchSize = 500;

const Line = z.object({
  key: z.string(),
  id: z.string(),
  time: z.number(),
  traceparent: z.string().optional(),
  reason: z.string(),
  dead_letter_time: z.iso.datetime(),
  value: z.unknown(),
});
const ReplayNote = z.object({ replayed: z.string() });

/**
 * The dead letters that `FileDeadLetters` has written; the process need not run. A replay puts messages into the spool
 * of the process, which publishes them every few seconds while it runs.
 */
export class FileDeadLetterLog implements DeadLetterLog {
  readonly description: string;
  private readonly spool: ReplaySpool;

  constructor(private readonly directory: string) {
    this.description = directory;
    this.spool = new ReplaySpool(directory);
  }

  async scan({ name }: AnyTopic, visit: EntryVisitor): Promise<void> {
    const file = deadLetterFile(this.directory, name);
    if (!(await exists(file))) return;
    let entries: DeadLetterEntry[] = [];
    let line = 0n;
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      line++;
      if (text !== '') entries.push(readLine(text, { partition: 0, offset: line }));
      if (entries.length < visitBatchSize) continue;
      await visit(entries);
      entries = [];
    }
    if (entries.length > 0) await visit(entries);
  }

  async replay({ name }: AnyTopic, deadLetters: StoredDeadLetter[]): Promise<void> {
    await this.spool.add(deadLetters.map((deadLetter) => ({ ...deadLetter, topic: name })));
    const replayed = formatPositions(deadLetters.map(({ position }) => position));
    await appendLines(deadLetterFile(this.directory, name), `${JSON.stringify({ replayed })}\n`);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** A line may be damaged: cut off by a crash or a full disk. */
function readLine(text: string, position: RecordPosition): DeadLetterEntry {
  const content = parseJson(text);
  const note = ReplayNote.safeParse(content);
  const replayed = note.success ? parsePositions(note.data.replayed) : undefined;
  if (replayed) return { replayed };
  const line = Line.safeParse(content);
  if (!line.success) return { damaged: position };
  const { dead_letter_time, value, ...deadLetter } = line.data;
  return { deadLetter: { ...deadLetter, position, written: Date.parse(dead_letter_time), value: toBytes(value) } };
}

const toBytes = (value: unknown) => (value === null ? null : Buffer.from(JSON.stringify(value ?? null)));

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
