import { reportPageSize, type ReportValue, type ReportView } from '@tributary/contracts/analytics/report';
import type { Column } from './compile-report.js';

/** The rows of a report as returned to the client. */
export function reportView(columns: Column[], rows: ReportValue[][]): ReportView {
  const headers = columns.map(({ name }) => name);
  return {
    items_per_page: reportPageSize,
    total_items: rows.length,
    columns_headers: headers,
    column_headers: headers,
    rows: rows.map((row) => columns.map(({ show }, index) => show(row[index] ?? null))),
  };
}
