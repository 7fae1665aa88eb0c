import { RequestFailure } from '@tributary/client/request-failure';
import type { SavedReport } from '@tributary/client/generated/types.gen';
import { parseReport, printReport, readReportSearch, type ReportSearch } from '../query/report.js';
import { openedReport, storedReport, type StoredReport } from './stored-report.js';

/** A report that an older version of the console has kept in this browser. */
export interface LocalReport {
  name: string;
  search: ReportSearch;
}

/** One that the server refuses: it stays in this browser. */
export interface LeftReport extends LocalReport {
  /** Why. */
  reason: string;
}

interface Owner {
  user_id: string;
  datamart_id: string;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Move {
  storage: Storage;
  owner: Owner;
  /** The reports on the server. */
  list: () => Promise<SavedReport[]>;
  /** @throws RequestFailure */
  create: (report: StoredReport & { name: string }) => Promise<void>;
}

const keyOf = ({ user_id, datamart_id }: Owner) => `tributary.reports.${user_id}.${datamart_id}`;

/** Leaves out an entry of an older version that this one cannot read. */
export function readLocalReports(storage: Storage, owner: Owner): LocalReport[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(readLocal) : [];
  } catch {
    return [];
  }
}

/**
 * Moves the reports of this browser to the server. One of them is removed here once it is there: a second tab that moves
 * them at the same time finds it there. A name that another report has gets a number.
 *
 * @returns those that the server refuses
 * @throws RequestFailure if it does not answer; the rest stays for the next time
 */
export async function moveLocalReports({ storage, owner, list, create }: Move): Promise<LeftReport[]> {
  const local = readLocalReports(storage, owner);
  if (local.length === 0) return [];
  const known = new Map((await list()).map((each) => [each.name, textOf(each)]));
  const left: LeftReport[] = [];
  for (const [index, { name, search }] of local.entries()) {
    const stored = storedReport(parseReport({ ...search }));
    const free = freeName(name, (used) => known.has(used) && known.get(used) !== textOf(stored));
    try {
      if (!known.has(free)) await create({ ...stored, name: free });
      known.set(free, textOf(stored));
    } catch (failure) {
      if (!(failure instanceof RequestFailure) || failure.status !== 400) throw failure;
      // Another tab may have moved it since the list was read.
      const isThere = (await list()).some((each) => each.name === free && textOf(each) === textOf(stored));
      if (!isThere) left.push({ name, search, reason: failure.message });
    }
    storeLocal(storage, owner, [...left, ...local.slice(index + 1)]);
  }
  return left;
}

/** Forgets a report of this browser that stayed. */
export const forgetLocalReport = (storage: Storage, owner: Owner, name: string): void =>
  storeLocal(
    storage,
    owner,
    readLocalReports(storage, owner).filter((each) => each.name !== name),
  );

function storeLocal(storage: Storage, owner: Owner, reports: readonly LocalReport[]): void {
  const rest = reports.map(({ name, search }) => ({ name, search }));
  if (rest.length === 0) storage.removeItem(keyOf(owner));
  else storage.setItem(keyOf(owner), JSON.stringify(rest));
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number++) if (!isTaken(`${name} (${number})`)) return `${name} (${number})`;
}

/** Equal for reports that the page shows as the same. */
const textOf = (stored: StoredReport): string => {
  const opened = openedReport(stored);
  return opened ? JSON.stringify(printReport(opened)) : JSON.stringify(stored);
};

function readLocal(value: unknown): LocalReport[] {
  if (typeof value !== 'object' || value === null) return [];
  const { name, search } = value as Record<string, unknown>;
  if (typeof name !== 'string' || typeof search !== 'object' || search === null) return [];
  return [{ name, search: readReportSearch({ ...search }) }];
}
