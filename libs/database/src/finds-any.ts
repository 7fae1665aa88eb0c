import type { DataSource } from 'typeorm';
import { query, type Statement } from './transaction.js';

/**
 * Whether a statement has any row: one round trip, for upkeep that mostly has nothing to do, instead of a transaction.
 *
 * @throws as `query` does
 */
export async function findsAny(dataSource: DataSource, { values, ...statement }: Statement): Promise<boolean> {
  const { rowCount } = await query(dataSource, statement, values);
  return rowCount !== null && rowCount > 0;
}
