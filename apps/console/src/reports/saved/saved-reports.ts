import { readReportSearch, type ReportSearch } from '../query/report.js';

/** A report with the name that a user gave it. It has no data of people: filters aside, only names of columns. */
export interface SavedReport {
  name: string;
  search: ReportSearch;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** Most reports of a user in a datamart. */
export const mostReports = 100;

const keyOf = (user_id: string, datamart_id: string) => `tributary.reports.${user_id}.${datamart_id}`;

/** The reports of a user in this browser, by their names. What an older version wrote and this one cannot read is left out. */
export function listReports(storage: Storage, user_id: string, datamart_id: string): SavedReport[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(user_id, datamart_id)) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(readSaved) : [];
  } catch {
    return [];
  }
}

/** A report of the same name is replaced. @returns all of them */
export function storeReports(
  storage: Storage,
  user_id: string,
  datamart_id: string,
  reports: readonly SavedReport[],
): SavedReport[] {
  const byName = new Map(reports.map((report) => [report.name, report]));
  const sorted = [...byName.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en')).slice(0, mostReports);
  storage.setItem(keyOf(user_id, datamart_id), JSON.stringify(sorted));
  return sorted;
}

function readSaved(value: unknown): SavedReport[] {
  if (typeof value !== 'object' || value === null) return [];
  const { name, search } = value as Record<string, unknown>;
  if (typeof name !== 'string' || typeof search !== 'object' || search === null) return [];
  return [{ name, search: readReportSearch({ ...search }) }];
}
