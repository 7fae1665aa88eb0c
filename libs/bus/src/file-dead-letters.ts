import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { deadLetterTopic } from '@tributary/contracts/topic';
import { groupBy } from './group-by.js';
import type { DeadLetter, DeadLetterSink, Incoming } from './incoming.js';

/** Appends dead letters to `<directory>/<topic>.dlq.ndjson`, one JSON object a line; written is on the disk. */
export class FileDeadLetters implements DeadLetterSink<Incoming> {
  constructor(private readonly directory: string) {}

  async write(letters: DeadLetter<Incoming>[]): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    for (const [topic, ofTopic] of groupBy(letters, ({ message }) => message.topic)) {
      await appendLines(deadLetterFile(this.directory, topic), ofTopic.map(toLine).join(''));
    }
    // The files' names are on the disk when their directory is.
    await synced(this.directory, 'r', () => Promise.resolve());
  }
}

/** The dead letters of one topic. */
export const deadLetterFile = (directory: string, topic: string) =>
  path.join(directory, `${deadLetterTopic(topic)}.ndjson`);

/** Appends and syncs. A line that a crash or a full disk has cut off is ended first, so that it spoils no other. */
export const appendLines = (file: string, lines: string) =>
  synced(file, 'a+', async (handle) => {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(size - 1, 0));
    const isTorn = size > 0 && buffer[0] !== 0x0a;
    await handle.appendFile(isTorn ? `\n${lines}` : lines);
  });

/** Works with an open file, which is on the disk when it resolves. */
export async function synced(file: string, flags: string, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(file, flags);
  try {
    await work(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function toLine({ message: { topic, key, id, time, traceparent, content }, reason }: DeadLetter<Incoming>): string {
  const dead_letter_time = new Date().toISOString();
  return `${JSON.stringify({ topic, key, id, time, traceparent, reason, dead_letter_time, value: content })}\n`;
}
