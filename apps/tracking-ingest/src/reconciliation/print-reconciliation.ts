import { withDataSource } from '@tributary/database/data-source';
import { trackingDatabase } from '../database.js';
import { ReconciliationRepository } from './reconciliation.repository.js';
import { states, type ReconciliationRow } from './sum-up.js';

/** The reconciliation of the last hours: one line per hour and datamart, its columns separated by tabs. */
export const printReconciliation = (url: string, hours: number, now: number): Promise<string> =>
  withDataSource({ ...trackingDatabase, url, poolSize: 1 }, async (dataSource) => {
    const rows = await new ReconciliationRepository(dataSource).list(now - hours * 3_600_000);
    return [['hour', 'datamart', ...states, 'difference'], ...rows.map(toCells)]
      .map((cells) => `${cells.join('\t')}\n`)
      .join('');
  });

const toCells = (row: ReconciliationRow) => [
  new Date(row.hour_ts).toISOString().slice(0, 13),
  row.datamart_id,
  ...states.map((state) => row[state]),
  row.difference,
];
