import { queryDatabase } from '../postgres/query-database.js';
import type { LoadTarget } from './load.js';

/** Differences between the stored and the acknowledged activities. All lists are empty if each is stored exactly once. */
export interface Discrepancies {
  lost: string[];
  duplicated: string[];
  /** Stored, but never acknowledged. */
  unknown: string[];
}

export const exactlyOnce: Discrepancies = { lost: [], duplicated: [], unknown: [] };

/** Compares the acknowledged ids with the number of times that each id is stored. */
export function findDiscrepancies(
  acknowledged: ReadonlyMap<string, string>,
  stored: ReadonlyMap<string, number>,
): Discrepancies {
  return {
    lost: [...acknowledged.keys()].filter((id) => !stored.has(id)),
    duplicated: [...stored].filter(([, times]) => times > 1).map(([id]) => id),
    unknown: [...stored.keys()].filter((id) => !acknowledged.has(id)),
  };
}

/**
 * Counts the rows of each activity of datamart 1 with that `$ts`.
 * @param table qualified name. A test of the check passes a copy of the table.
 */
export async function countStored(
  databaseUrl: string,
  ts: number,
  table = 'tracking_ingest.activities',
): Promise<Map<string, number>> {
  const where = `datamart_id = '1' and ts = ${ts}`;
  const query = `select activity_id, count(*)::int as times from ${table} where ${where} group by activity_id`;
  const { rows } = await queryDatabase<{ activity_id: string; times: number }>(databaseUrl, query);
  return new Map(rows.map(({ activity_id, times }) => [activity_id, times]));
}

export interface DayReport {
  users: number;
  sessions: number;
}

/** The expected report of a day (YYYY-MM-DD) for the acknowledged activities, all of which are visits. */
export function expectedReport(acknowledged: ReadonlyMap<string, string>): DayReport {
  return { users: new Set(acknowledged.values()).size, sessions: acknowledged.size };
}

/** Reads the report of that day. */
export async function readReport({ url, token }: LoadTarget, day: string): Promise<DayReport> {
  const response = await fetch(`${url}/v1/datamarts/1/user_activities_analytics`, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      metrics: [{ expression: 'users' }, { expression: 'sessions' }],
      dimensions: [{ name: 'date_yyyy_mm_dd' }],
      date_ranges: [{ start_date: day, end_date: day }],
    }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`the report answers ${response.status}: ${text}`);
  return toDayReport(text, day);
}

function toDayReport(text: string, day: string): DayReport {
  const { data } = JSON.parse(text) as { data: { report_view: { columns_headers: string[]; rows: unknown[][] } } };
  const { columns_headers: headers, rows } = data.report_view;
  const row = rows.find((candidate) => candidate[headers.indexOf('date_yyyy_mm_dd')] === day);
  const metric = (name: string) => Number(row?.[headers.indexOf(name)] ?? 0);
  return { users: metric('users'), sessions: metric('sessions') };
}
