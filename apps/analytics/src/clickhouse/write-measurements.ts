import type { Received } from '@tributary/bus/messages/message';
import type { CollectionsCounted } from '@tributary/contracts/tracking/user-point';
import { countable } from '../facts/storable-numbers.js';
import type { ClickHouseConnection } from './clickhouse-connection.js';
import { earliestFirst } from './row-versions.js';

/** One measurement per datamart, collection and time stays: the first. */
export const writeMeasurements = (connection: ClickHouseConnection, messages: Received<CollectionsCounted>[]) =>
  connection.insert(
    'measurements',
    messages.flatMap(({ value: { datamart_id, ts, counts }, time }) =>
      Object.entries(counts).map(([collection, count]) => ({
        datamart_id,
        ts,
        collection,
        count: String(countable(count)),
        first: earliestFirst(time),
      })),
    ),
  );
