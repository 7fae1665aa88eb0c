import { createDataSource } from '@tributary/database/data-source';
import { trackingDatabase } from '../database.js';
import { BalanceRepository } from './balance.repository.js';
import { states, type BalanceRow } from './sum-up.js';

/** The balance of the last hours, one line per hour and datamart, columns separated by tabs. */
export async function printBalance(url: string, hours: number, now: number): Promise<string> {
  const dataSource = await createDataSource({ ...trackingDatabase, url, poolSize: 1 }).initialize();
  try {
    const rows = await new BalanceRepository(dataSource).list(now - hours * 3_600_000);
    return [['hour', 'datamart', ...states, 'difference'], ...rows.map(toCells)]
      .map((cells) => `${cells.join('\t')}\n`)
      .join('');
  } finally {
    await dataSource.destroy();
  }
}

const toCells = (row: BalanceRow) => [
  new Date(row.hour_ts).toISOString().slice(0, 13),
  row.datamart_id,
  ...states.map((state) => row[state]),
  row.difference,
];
