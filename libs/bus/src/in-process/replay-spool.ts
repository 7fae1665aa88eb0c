import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { z } from 'zod';
import type { AnyTopic } from '../messages/consume.js';
import type { StoredDeadLetter } from '../dead-letters/dead-letter-log.js';
import { withSyncedFile } from './file-dead-letters.js';
import type { Publisher } from '../publishing/publisher.js';

export type SpooledMessage = Pick<StoredDeadLetter, 'id' | 'key' | 'time' | 'traceparent' | 'value'> & {
  topic: string;
};

const Spooled = z.object({
  topic: z.string(),
  key: z.string(),
  id: z.string(),
  time: z.number(),
  traceparent: z.string().optional(),
  value: z.unknown(),
});
type Spooled = z.infer<typeof Spooled>;

/**
 * Files of messages to be published on the bus of another process, which need not run. A file is complete when it has
 * its final name, and is removed when all its messages are published. After a crash in between they are published
 * again.
 */
export class ReplaySpool {
  private readonly directory: string;

  /** @param deadLetterDirectory the spool is a subdirectory of it */
  constructor(deadLetterDirectory: string) {
    this.directory = path.join(deadLetterDirectory, 'replay');
  }

  /** The messages are on the disk when it resolves. */
  async add(messages: SpooledMessage[]): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    const file = path.join(this.directory, `${uuid7()}.ndjson`);
    await withSyncedFile(`${file}.draft`, 'w', (handle) => handle.writeFile(messages.map(toLine).join('')));
    await rename(`${file}.draft`, file);
    await withSyncedFile(this.directory, 'r', () => Promise.resolve());
  }

  /** Publishes the spooled messages, the oldest file first, and returns how many they were. */
  async publish(topics: AnyTopic[], publisher: Publisher): Promise<number> {
    const byName = new Map(topics.map((topic) => [topic.name, topic]));
    let published = 0;
    for (const name of await this.files()) {
      const file = path.join(this.directory, name);
      const messages = (await readFile(file, 'utf8')).split('\n').filter(Boolean).map(fromLine);
      for (const message of messages) await publishOne(message, byName, publisher);
      await rm(file);
      published += messages.length;
    }
    return published;
  }

  private async files(): Promise<string[]> {
    const names = await readdir(this.directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => name.endsWith('.ndjson')).sort();
  }
}

const toLine = ({ topic, key, id, time, traceparent, value }: SpooledMessage) =>
  `${JSON.stringify({ topic, key, id, time, traceparent, value: value && (JSON.parse(value.toString()) as unknown) })}\n`;

const fromLine = (line: string) => Spooled.parse(JSON.parse(line));

/** One at a time: so the order stays, and a message that is dead-lettered again does not affect the others. */
async function publishOne(
  { topic: name, key, ...message }: Spooled,
  topics: Map<string, AnyTopic>,
  publisher: Publisher,
): Promise<void> {
  const topic = topics.get(name);
  if (!topic) throw new Error(`the spool holds a message of ${name}, which is not a topic`);
  await publisher.publish({ ...topic, key: () => key }, [message], { background: true });
}
