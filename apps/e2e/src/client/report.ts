import type { Client } from './client.js';

type Row = (string | number | boolean | null)[];

/** The rows of a report over the last week. */
export async function reportRows(
  client: Client,
  datamart: string,
  metrics: string[],
  dimensions: string[] = [],
  more: object = {},
): Promise<Row[]> {
  const { report_view } = await client.post<{ report_view: { rows: Row[] } }>(`${datamart}/user_activities_analytics`, {
    metrics: metrics.map((expression) => ({ expression })),
    dimensions: dimensions.map((name) => ({ name })),
    date_ranges: [{ start_date: 'now-7d/d', end_date: 'now+1h' }],
    ...more,
  });
  return report_view.rows;
}
