import { createDataSource } from '@tributary/database/data-source';
import { trackingDatabase } from '../database.js';
import { ReconciliationRepository } from './reconciliation.repository.js';
import { states, type ReconciliationRow } from './sum-up.js';

/** The reconciliation of the last hours: one line per hour and datamart, its columns separated by tabs. */
export async function printReconciliation(url: string, hours: number, now: number): Promise<string> {
  const dataSource = await createDataSource({ ...trackingDatabase, url, poolSize: 1 }).initialize();
  try {
    const rows = await new ReconciliationRepository(dataSource).list(now - hours * 3_600_000);
    return [['hour', 'datamart', ...states, 'difference'], ...rows.map(toCells)]
      .map((cells) => `${cells.join('\t')}\n`)
      .join('');
  } finally {
    await dataSource.destroy();
  }
}

const toCells = (row: ReconciliationRow) => [
  new Date(row.hour_ts).toISOString().slice(0, 13),
  row.datamart_id,
  ...states.map((state) => row[state]),
  row.difference,
];
