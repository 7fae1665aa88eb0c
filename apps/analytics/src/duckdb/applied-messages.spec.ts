import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findUnseen, markApplied, type FactMessage } from './applied-messages.js';
import { migrate } from './schema.js';

let connection: DuckDBConnection;
beforeEach(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
  await migrate(connection);
});
afterEach(() => connection.closeSync());

const message = (id: string): FactMessage => ({
  id,
  topic: 'tracking.activity-stored.v1',
  key: '7',
  time: 1_796_000_000_000,
  value: { datamart_id: '7' },
});

it.each([1, 8, 9, 300])('%s applied messages are seen, others are not', async (count) => {
  const applied = Array.from({ length: count }, (_, index) => message(`applied-${index}`));
  await markApplied(connection, applied, 1_796_000_000_001);
  const others = [message('other'), message('other')];
  const unseen = await findUnseen(connection, [...applied, ...others]);
  expect(unseen.map(({ id }) => id)).toEqual(['other']);
  const stored = await connection.runAndReadAll(
    'select datamart_id, time, topic, applied_at, count(*)::integer from applied_messages group by all',
  );
  const row = [7n, 1_796_000_000_000n, 'tracking.activity-stored.v1', 1_796_000_000_001n, count];
  expect(stored.getRows()).toEqual([row]);
});
