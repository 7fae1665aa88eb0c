import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { uuid7 } from '@tributary/contracts/uuid';
import { z } from 'zod';
import type { AnyTopic } from './consume.js';
import type { KeptLetter } from './dead-letter-log.js';
import { synced } from './file-dead-letters.js';
import type { Publisher } from './publisher.js';

export type SpooledLetter = Pick<KeptLetter, 'id' | 'key' | 'time' | 'traceparent' | 'value'> & { topic: string };

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
 * Messages that wait in files to be published on the bus of another process, which may not run. A file counts when it
 * has its name, and is removed when all of it is published; after a crash between it is published again.
 */
export class ReplaySpool {
  private readonly directory: string;

  /** @param deadLetterDirectory the spool is a directory in it */
  constructor(deadLetterDirectory: string) {
    this.directory = path.join(deadLetterDirectory, 'replay');
  }

  /** On the disk when it resolves. */
  async add(letters: SpooledLetter[]): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    const file = path.join(this.directory, `${uuid7()}.ndjson`);
    await synced(`${file}.draft`, 'w', (handle) => handle.writeFile(letters.map(toLine).join('')));
    await rename(`${file}.draft`, file);
    await synced(this.directory, 'r', () => Promise.resolve());
  }

  /** Publishes what there is, the oldest first, and answers how many messages it was. */
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

const toLine = ({ topic, key, id, time, traceparent, value }: SpooledLetter) =>
  `${JSON.stringify({ topic, key, id, time, traceparent, value: value && (JSON.parse(value.toString()) as unknown) })}\n`;

const fromLine = (line: string) => Spooled.parse(JSON.parse(line));

/** One at a time: a message that is dead-lettered again does not take others with it, and their order stays. */
async function publishOne(
  { topic: name, key, ...message }: Spooled,
  topics: Map<string, AnyTopic>,
  publisher: Publisher,
): Promise<void> {
  const topic = topics.get(name);
  if (!topic) throw new Error(`the spool holds a message of ${name}, which is no topic`);
  await publisher.publish({ ...topic, key: () => key }, [message], { isPatient: true });
}
