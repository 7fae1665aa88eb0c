import { toCsv } from '@tributary/dashboards/values/to-csv';
import type { ReportView } from '@tributary/client/generated/types.gen';

type Value = ReportView['rows'][number][number];

/** The rows of a report as CSV, every column of them. Text that a spreadsheet would compute is made harmless. */
export function rowsToCsv({ columns_headers, rows }: Pick<ReportView, 'columns_headers' | 'rows'>): string {
  const lines = [columns_headers, ...rows].map((row) => row.map(printField).join(','));
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`;
}

/** A field as the engine writes it: quotes, and formulas made text. */
function printField(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const header = '\r\n';
  const csv = toCsv({ kind: 'series', titles: [], points: [{ key: value, cells: [] }] });
  return csv.slice(csv.indexOf(header) + header.length, -header.length);
}
