import type { Logger } from '@tributary/runtime/logger';
import type { Gap } from './positions.js';

export function logGaps(logger: Logger, gaps: Gap[]): void {
  for (const { topic, partition, missing } of gaps)
    logger.error(
      { topic, partition, missing: missing?.toString() },
      missing === undefined
        ? `${topic}/${partition} was recreated or cut off: messages may be missing in reports until a backfill ends`
        : `${missing} messages of ${topic}/${partition} are missing in reports until a backfill ends`,
    );
}
