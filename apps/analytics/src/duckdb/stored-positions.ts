import type { DuckDBConnection } from '@duckdb/node-api';
import { Positions, type Position } from '../facts/positions.js';

/** Read once: only one process owns the file, so the copy is always current. */
export async function readPositions(connection: DuckDBConnection): Promise<Positions> {
  const reader = await connection.runAndReadAll(
    'select topic, partition, next_offset as "nextOffset", newest_time::double as "newestTime" from positions',
  );
  return new Positions(reader.getRowObjects() as unknown as Position[]);
}

export async function writePositions(connection: DuckDBConnection, moved: Position[]): Promise<void> {
  if (moved.length === 0) return;
  const rows = moved.map((_, index) => `($${4 * index + 1}, $${4 * index + 2}, $${4 * index + 3}, $${4 * index + 4})`);
  await connection.run(
    `insert or replace into positions values ${rows.join(', ')}`,
    moved.flatMap(({ topic, partition, nextOffset, newestTime }) => [topic, partition, nextOffset, BigInt(newestTime)]),
  );
}
