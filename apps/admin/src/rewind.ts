import { GroupInUse, rewindGroups } from '@tributary/bus/rewind-groups';
import { topics } from '@tributary/contracts/topics';
import { ConfigError, loadConfig } from '@tributary/runtime/config';
import { createLogger } from '@tributary/runtime/logger';
import { RewindConfig } from './config.js';

/** The command `rewind <time>`: after a database was restored, its consumers get again what it has missed. */
export async function rewind([text, ...rest]: string[]): Promise<void> {
  const time = Date.parse(text ?? '');
  if (Number.isNaN(time) || rest.length > 0 || time > Date.now())
    throw new ConfigError('rewind takes a time of the past, an hour before the backup began: 2026-01-31T13:00:00Z');
  const { KAFKA_BROKERS: brokers, LOG_LEVEL } = loadConfig(RewindConfig);
  const connection = { brokers, clientId: 'admin-rewind', logger: createLogger('admin', LOG_LEVEL, process.stderr) };
  const names = topics.map(({ name }) => name);
  const rewound = await rewindGroups(connection, names, time).catch((error: unknown) => {
    throw error instanceof GroupInUse ? new ConfigError(error.message) : error;
  });
  for (const { group, topic, messages } of rewound) process.stdout.write(`${group}: ${messages} of ${topic} again\n`);
  process.stdout.write(`${rewound.length} groups were set back\n`);
}
