import { RequestFailure } from '@tributary/client/request-failure';
import type { SavedReport } from '@tributary/client/generated/types.gen';
import { parseReport, printReport, readReportSearch, type ReportSearch } from '../query/report.js';
import { openedReport, storedReport, type StoredReport } from './stored-report.js';

/** A report that an older version of the console has kept in this browser. */
interface LocalReport {
  name: string;
  search: ReportSearch;
}

/** One that is not on the server: it stays in this browser. */
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
  /** Throws if the browser blocks it: then there are none. */
  storage: () => Storage;
  owner: Owner;
  /** The reports on the server. */
  list: () => Promise<SavedReport[]>;
  /** @throws RequestFailure */
  create: (report: StoredReport & { name: string }) => Promise<void>;
}

const keyOf = ({ user_id, datamart_id }: Owner) => `tributary.reports.${user_id}.${datamart_id}`;

/** Leaves out an entry of an older version that this one cannot read. */
export function readLocalReports(storage: Move['storage'], owner: Owner): LocalReport[] {
  try {
    const stored: unknown = JSON.parse(storage().getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(readLocal) : [];
  } catch {
    return [];
  }
}

/**
 * Moves the reports of this browser to the server. One of them is removed here once it is there: a second tab that moves
 * them at the same time finds it there. A name that another report has gets a number.
 *
 * @returns those that the server refuses, and after any other failure the rest, which stays for the next time
 * @throws RequestFailure if the server does not list its reports
 */
export async function moveLocalReports({ storage, owner, list, create }: Move): Promise<LeftReport[]> {
  const local = readLocalReports(storage, owner);
  if (local.length === 0) return [];
  const known = new Map((await list()).map((each) => [each.name, textOf(each)]));
  const left: LeftReport[] = [];
  for (const [index, report] of local.entries()) {
    try {
      const reason = await moveReport(report, { known, list, create });
      const refused = reason === undefined ? [] : [{ ...report, reason }];
      storeLocal(storage(), owner, [...left, ...refused, ...local.slice(index + 1)]);
      left.push(...refused);
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : String(failure);
      return [...left, ...local.slice(index).map((each) => ({ ...each, reason }))];
    }
  }
  return left;
}

/** @returns why the server refuses it */
async function moveReport(
  { name, search }: LocalReport,
  { known, list, create }: Pick<Move, 'list' | 'create'> & { known: Map<string, string> },
): Promise<string | undefined> {
  const stored = storedReport(parseReport({ ...search }));
  const text = textOf(stored);
  const free = freeName(name, (used) => known.has(used) && known.get(used) !== text);
  try {
    if (!known.has(free)) await create({ ...stored, name: free });
    known.set(free, text);
    return undefined;
  } catch (failure) {
    if (!(failure instanceof RequestFailure) || failure.status !== 400) throw failure;
    // Another tab may have moved it since the list was read.
    const isThere = (await list()).some((each) => each.name === free && textOf(each) === text);
    return isThere ? undefined : failure.message;
  }
}

/** Forgets a report of this browser that stayed. */
export const forgetLocalReport = (storage: Move['storage'], owner: Owner, name: string): void =>
  storeLocal(
    storage(),
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
