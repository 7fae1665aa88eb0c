import path from 'node:path';
import { ReplaySpool } from '@tributary/bus/in-process/replay-spool';
import { topics } from '@tributary/contracts/topics/topic-catalog';
import type { Platform } from '@tributary/runtime/platform';
import { Repeater } from '@tributary/runtime/repeater';
import type { StandaloneConfig } from './config.js';

const everyMs = 2_000;

/** Directory in which the in-process bus stores dead letters. */
export const deadLetterDirectory = ({ DATA_DIR }: Pick<StandaloneConfig, 'DATA_DIR'>) =>
  path.join(DATA_DIR, 'dead-letters');

/** Publishes messages that `tributary dlq replay` has written to the spool, repeatedly until it is stopped. */
export function startReplays(config: Pick<StandaloneConfig, 'DATA_DIR'>, { bus, logger }: Platform): Repeater {
  const spool = new ReplaySpool(deadLetterDirectory(config));
  const publish = async () => {
    const messages = await spool.publish(topics, bus.publisher);
    if (messages > 0) logger.warn({ messages }, 'dead letters were replayed');
  };
  const onError = (err: unknown) => logger.warn({ err }, 'dead letters cannot be replayed yet');
  const replays = new Repeater(publish, { everyMs, onError });
  replays.start();
  return replays;
}
