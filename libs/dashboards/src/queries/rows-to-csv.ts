import { printField } from '../values/to-csv.js';
import type { ReportView } from '../reports/report.js';

interface CsvOptions {
  bom?: boolean;
  timeZone?: string | undefined;
  /** The name of a value of a dimension. */
  nameOf?: (dimension: string, value: string) => string | undefined;
}

/**
 * The rows of a report as CSV, every column of them. Text that a spreadsheet would compute is made harmless. `bom` makes
 * spreadsheets read the file as UTF-8. With a time zone, a report with a date has a last column that names it. Beside a
 * column of ids stands one of the names that `nameOf` knows: `channel_name` after `channel_id`.
 */
export function rowsToCsv(report: Rows, { bom = false, timeZone, nameOf }: CsvOptions = {}): string {
  const { columns_headers, rows } = nameOf ? withNames(report, nameOf) : report;
  const hasZone = timeZone !== undefined && columns_headers.some((name) => /^date_yyyy/.test(name));
  const table = [columns_headers, ...rows].map((row, index) =>
    hasZone ? [...row, index === 0 ? 'time_zone' : timeZone] : row,
  );
  const lines = table.map((row) =>
    row.map((value) => printField(typeof value === 'boolean' ? String(value) : value)).join(','),
  );
  return `${bom ? '\uFEFF' : ''}${lines.map((line) => `${line}\r\n`).join('')}`;
}

type Rows = Pick<ReportView, 'columns_headers' | 'rows'>;

function withNames({ columns_headers, rows }: Rows, nameOf: NonNullable<CsvOptions['nameOf']>): Rows {
  const names = columns_headers.map((column, at) =>
    column.endsWith('_id') ? rows.map((row) => nameOf(column, String(row[at])) ?? null) : [],
  );
  const isNamed = names.map((ofColumn) => ofColumn.some((name) => name !== null));
  return {
    columns_headers: columns_headers.flatMap((column, at) =>
      isNamed[at] ? [column, column.replace(/_id$/, '_name')] : [column],
    ),
    rows: rows.map((row, index) =>
      row.flatMap((value, at) => (isNamed[at] ? [value, names[at]?.[index] ?? null] : [value])),
    ),
  };
}
