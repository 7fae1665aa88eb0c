import { printField } from '../values/to-csv.js';
import type { ReportView } from '../reports/report.js';

/**
 * The rows of a report as CSV, every column of them. Text that a spreadsheet would compute is made harmless. `bom` makes
 * spreadsheets read the file as UTF-8. With a time zone, a report with a date has a last column that names it.
 */
export function rowsToCsv(
  { columns_headers, rows }: Pick<ReportView, 'columns_headers' | 'rows'>,
  { bom = false, timeZone }: { bom?: boolean; timeZone?: string | undefined } = {},
): string {
  const hasZone = timeZone !== undefined && columns_headers.some((name) => /^date_yyyy/.test(name));
  const table = [columns_headers, ...rows].map((row, index) =>
    hasZone ? [...row, index === 0 ? 'time_zone' : timeZone] : row,
  );
  const lines = table.map((row) =>
    row.map((value) => printField(typeof value === 'boolean' ? String(value) : value)).join(','),
  );
  return `${bom ? '\uFEFF' : ''}${lines.map((line) => `${line}\r\n`).join('')}`;
}
