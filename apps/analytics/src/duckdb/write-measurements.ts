import { BIGINT, VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import type { CollectionsCounted } from '@tributary/contracts/tracking/user-point';
import { countable } from '../facts/storable-numbers.js';
import { stage, type StagedColumns } from './staging.js';

interface Measurement {
  datamart_id: bigint;
  ts: number;
  collection: string;
  count: number;
}

const incoming: StagedColumns<Measurement> = {
  datamart_id: { type: BIGINT, of: ({ datamart_id }) => datamart_id },
  ts: { type: BIGINT, of: ({ ts }) => BigInt(ts) },
  collection: { type: VARCHAR, of: ({ collection }) => collection },
  count: { type: BIGINT, of: ({ count }) => countable(count) },
};

/** Stores one measurement per datamart, collection and time. Repeated ones are ignored. */
export async function writeMeasurements(connection: DuckDBConnection, messages: CollectionsCounted[]): Promise<void> {
  const measurements = messages.flatMap(({ datamart_id, ts, counts }) =>
    Object.entries(counts).map(([collection, count]) => ({ datamart_id: BigInt(datamart_id), ts, collection, count })),
  );
  if (measurements.length === 0) return;
  await stage(connection, 'incoming_measurements', incoming, measurements);
  await connection.run(`
    insert into measurements
    select distinct on (i.datamart_id, i.ts, i.collection) i.* from incoming_measurements i
    where not exists (
      select 1 from measurements m where m.datamart_id = i.datamart_id and m.ts = i.ts and m.collection = i.collection
    )`);
  await connection.run('drop table incoming_measurements');
}
