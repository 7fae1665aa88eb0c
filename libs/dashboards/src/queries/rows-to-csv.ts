import { printField } from '../values/to-csv.js';
import type { ReportView } from '../reports/report.js';

/**
 * The rows of a report as CSV, every column of them. Text that a spreadsheet would compute is made harmless. `bom` makes
 * spreadsheets read the file as UTF-8.
 */
export function rowsToCsv(
  { columns_headers, rows }: Pick<ReportView, 'columns_headers' | 'rows'>,
  { bom = false }: { bom?: boolean } = {},
): string {
  const lines = [columns_headers, ...rows].map((row) =>
    row.map((value) => printField(typeof value === 'boolean' ? String(value) : value)).join(','),
  );
  return `${bom ? '\uFEFF' : ''}${lines.map((line) => `${line}\r\n`).join('')}`;
}
