import { addNames } from '../values/add-names.js';
import { printField, type CsvOptions } from '../values/to-csv.js';
import type { ReportView } from '../reports/report.js';

/**
 * The rows of a report as CSV, every column of them. Text that a spreadsheet would compute is made harmless. `bom` makes
 * spreadsheets read the file as UTF-8. With a time zone, a report with a date has a last column that names it. Beside a
 * column of ids stands one of the names that `nameOf` knows: `channel_name` after `channel_id`.
 */
export function rowsToCsv(
  report: Pick<ReportView, 'columns_headers' | 'rows'>,
  { bom = false, timeZone, nameOf }: CsvOptions = {},
): string {
  const { columns_headers, rows } = report;
  const lines = nameOf ? addNames([columns_headers, ...rows], nameOf) : [columns_headers, ...rows];
  const hasZone = timeZone !== undefined && columns_headers.some((name) => /^date_yyyy/.test(name));
  const table = lines.map((row, index) => (hasZone ? [...row, index === 0 ? 'time_zone' : timeZone] : row));
  const text = table.map((row) => `${row.map(printField).join(',')}\r\n`).join('');
  return `${bom ? '\uFEFF' : ''}${text}`;
}
