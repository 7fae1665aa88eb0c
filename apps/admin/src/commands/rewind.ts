import type { KafkaConnection } from '@tributary/bus/kafka/kafka-client';
import { GroupInUse, rewindGroups } from '@tributary/bus/kafka/commands/rewind-groups';
import { topicCatalog } from '@tributary/contracts/topics/topic-catalog';
import { ConfigError, loadConfig } from '@tributary/runtime/config';
import { kafkaConnection } from '@tributary/runtime/kafka-access';
import { createLogger } from '@tributary/runtime/logger';
import { RewindConfig } from '../config.js';

/**
 * The groups that store facts for reports. They need nothing again: what tracking-ingest stores again, it publishes again,
 * and what they have got once may be about people whom a restored database does not know.
 */
const isOfReports = (group: string) => group.startsWith('analytics.');

export const reportSubscriptions = topicCatalog.flatMap(({ topic, consumers }) =>
  consumers
    .filter((group) => isOfReports(group) && !group.endsWith('.follow-directory'))
    .map((group) => ({ group, topic: topic.name })),
);
const rewoundTopics = topicCatalog
  .filter(({ consumers }) => consumers.some((group) => !isOfReports(group)))
  .map(({ topic }) => topic.name);

/** The command `rewind <time>`: consumers receive the messages since that time again, except those of reports. */
export async function rewind(args: string[]): Promise<void> {
  const time = parseTime('rewind', args);
  const { LOG_LEVEL, ...config } = loadConfig(RewindConfig);
  const logger = createLogger('admin', LOG_LEVEL, process.stderr);
  await rewindConsumers({ ...kafkaConnection(config), clientId: 'admin-rewind', logger }, time);
}

/** @throws ConfigError unless the only argument is a time in the past */
export function parseTime(command: string, [text, ...rest]: string[]): number {
  const time = Date.parse(text ?? '');
  if (Number.isNaN(time) || rest.length > 0 || time > Date.now())
    throw new ConfigError(
      `usage: tributary admin ${command} <time>\n\n` +
        'The time must be in the past. Use one hour before the start of the backup, such as 2026-01-31T13:00:00Z.',
    );
  return time;
}

export async function rewindConsumers(connection: KafkaConnection, time: number): Promise<void> {
  const rewound = await refuseInUse(rewindGroups(connection, rewoundTopics, time));
  for (const { group, topic, messages } of rewound)
    process.stdout.write(`${group}: ${messages} of ${topic} will be consumed again\n`);
  process.stdout.write(`${rewound.length} consumer groups were set back\n`);
}

/** @throws ConfigError with the groups that still have members */
export const refuseInUse = <T>(moved: Promise<T>): Promise<T> =>
  moved.catch((error: unknown) => {
    throw error instanceof GroupInUse ? new ConfigError(error.message) : error;
  });
