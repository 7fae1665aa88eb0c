import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Topic } from '@tributary/contracts/topics/topic';
import type { DeadLetterEntry, DeadLetterLog, StoredDeadLetter } from '../../src/dead-letters/dead-letter-log.js';
import { FileDeadLetterLog } from '../../src/in-process/file-dead-letter-log.js';
import { FileDeadLetters } from '../../src/in-process/file-dead-letters.js';
import { InProcessPublisher } from '../../src/in-process/in-process.publisher.js';
import { InProcessStrategy } from '../../src/in-process/in-process.strategy.js';
import { ReplaySpool } from '../../src/in-process/replay-spool.js';
import { quickRetry, silent, type Connected, type Step } from '../bus-harness.js';

/** A bus with dead letters, and the log that reads and replays them from outside. */
export interface LogUnderTest {
  log: DeadLetterLog;
  prepare: (topic: Topic<Step>) => Promise<void>;
  connect: () => Connected;
  /** Publishes replayed messages, as the process with the bus does regularly. */
  publishSpooled: (topic: Topic<Step>, connected: Pick<Connected, 'publisher'>) => Promise<void>;
  close: () => Promise<void>;
}

export async function fileLog(): Promise<LogUnderTest & { directory: string }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-dead-letters-'));
  const spool = new ReplaySpool(directory);
  return {
    directory,
    log: new FileDeadLetterLog(directory),
    prepare: () => Promise.resolve(),
    connect: () => {
      // Deadlines are not its subject, and a busy machine misses that of a request.
      const publisher = new InProcessPublisher({ deadlineMs: 25_000 });
      const deadLetters = new FileDeadLetters(directory);
      const strategy = new InProcessStrategy({ publisher, deadLetters, logger: silent, retry: quickRetry });
      return { publisher, strategy, close: () => publisher.close() };
    },
    publishSpooled: async (topic, { publisher }) => void (await spool.publish([topic], publisher)),
    close: () => rm(directory, { recursive: true }),
  };
}

export async function entriesOf(log: DeadLetterLog, topic: Topic<Step>): Promise<DeadLetterEntry[]> {
  const all: DeadLetterEntry[] = [];
  await log.scan(topic, (entries) => void all.push(...entries));
  return all;
}

export const deadLettersOf = async (log: DeadLetterLog, topic: Topic<Step>): Promise<StoredDeadLetter[]> =>
  (await entriesOf(log, topic)).flatMap((entry) => ('deadLetter' in entry ? [entry.deadLetter] : []));
