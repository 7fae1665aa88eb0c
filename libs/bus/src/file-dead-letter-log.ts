import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { AnyTopic } from './consume.js';
import type { DeadLetterEntry, DeadLetterLog, EntryVisitor, KeptLetter } from './dead-letter-log.js';
import { appendLines, deadLetterFile } from './file-dead-letters.js';
import { formatPlaces, parsePlaces, type Place } from './places.js';
import { ReplaySpool } from './replay-spool.js';

const visitedAtOnce = 500;

const Line = z.object({
  key: z.string(),
  id: z.string(),
  time: z.number(),
  traceparent: z.string().optional(),
  reason: z.string(),
  dead_letter_time: z.iso.datetime(),
  value: z.unknown(),
});
const Note = z.object({ replayed: z.string() });

/**
 * The dead letters that `FileDeadLetters` has written, of a process that runs or not. What is replayed goes into its
 * spool, which the process empties every few seconds while it runs.
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
      if (entries.length < visitedAtOnce) continue;
      await visit(entries);
      entries = [];
    }
    if (entries.length > 0) await visit(entries);
  }

  async replay({ name }: AnyTopic, letters: KeptLetter[]): Promise<void> {
    await this.spool.add(letters.map((letter) => ({ ...letter, topic: name })));
    const replayed = formatPlaces(letters.map(({ place }) => place));
    await appendLines(deadLetterFile(this.directory, name), `${JSON.stringify({ replayed })}\n`);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** A line may be damaged: a crash or a full disk has cut it off. */
function readLine(text: string, place: Place): DeadLetterEntry {
  const content = parseJson(text);
  const note = Note.safeParse(content);
  const replayed = note.success ? parsePlaces(note.data.replayed) : undefined;
  if (replayed) return { replayed };
  const line = Line.safeParse(content);
  if (!line.success) return { damaged: place };
  const { dead_letter_time, value, ...letter } = line.data;
  return { letter: { ...letter, place, written: Date.parse(dead_letter_time), value: toBytes(value) } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const toBytes = (value: unknown) => (value === null ? null : Buffer.from(JSON.stringify(value ?? null)));

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
