import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { deadLetterTopic } from '@tributary/contracts/topics/topic';
import type { DeadLetter, DeadLetterSink, Incoming } from '../messages/incoming.js';

/** Appends dead letters to `<directory>/<topic>.dlq.ndjson`, one JSON object per line, and syncs them to the disk. */
export class FileDeadLetters implements DeadLetterSink<Incoming> {
  constructor(private readonly directory: string) {}

  async write(deadLetters: DeadLetter<Incoming>[]): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    for (const [topic, ofTopic] of Map.groupBy(deadLetters, ({ message }) => message.topic)) {
      await appendLines(deadLetterFile(this.directory, topic), ofTopic.map(toLine).join(''));
    }
    // Syncing the directory puts the names of new files on the disk.
    await withSyncedFile(this.directory, 'r', () => Promise.resolve());
  }
}

/** The file with the dead letters of one topic. */
export const deadLetterFile = (directory: string, topic: string) =>
  path.join(directory, `${deadLetterTopic(topic)}.ndjson`);

/** Appends and syncs. First ends a line that a crash or a full disk has cut off, so that it does not damage the next. */
export const appendLines = (file: string, lines: string) =>
  withSyncedFile(file, 'a+', async (handle) => {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(size - 1, 0));
    const isTorn = size > 0 && buffer[0] !== 0x0a;
    await handle.appendFile(isTorn ? `\n${lines}` : lines);
  });

/** Opens a file for the work, syncs it to the disk, and closes it. */
export async function withSyncedFile(
  file: string,
  flags: string,
  work: (handle: FileHandle) => Promise<void>,
): Promise<void> {
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
