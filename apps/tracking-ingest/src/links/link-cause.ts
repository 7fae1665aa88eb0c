import { uuidForm } from '@tributary/contracts/rules/people/identifier-forms';

/** The kinds of causes, by the number that the tables keep. A join from before causes were kept has none. */
const numbers = { ACTIVITY: 1, IMPORT: 2, ASSOCIATION: 3, PROFILE: 4 } as const;

type CauseKind = keyof typeof numbers;

export interface LinkCause {
  kind: CauseKind;
  /** The id of the activity or the execution; of the request that associates, or writes a profile. */
  id: string;
}

/** The ids that a claim came with. */
export interface Caused {
  activity_id?: string;
  /** The execution of the import that it is a line of, of an activity too. */
  execution_id?: string;
  /** The request that it is. */
  request?: { kind: 'ASSOCIATION' | 'PROFILE'; id: string };
}

/** Undefined for a claim that neither an activity nor a client makes: one of a migration. */
export function causeOf({ activity_id, execution_id, request }: Caused): LinkCause | undefined {
  if (execution_id !== undefined) return { kind: 'IMPORT', id: execution_id };
  if (activity_id !== undefined) return { kind: 'ACTIVITY', id: activity_id };
  return request;
}

export interface CauseRow {
  link_cause: number | null;
  link_id: string | null;
}

export const causeRow = (cause: LinkCause | undefined): CauseRow =>
  cause ? { link_cause: numbers[cause.kind], link_id: toUuid(cause.id) } : { link_cause: null, link_id: null };

/** A cause as the API shows it. */
export function readCause({ link_cause, link_id }: CauseRow): { cause: CauseKind | 'UNKNOWN'; id: string | null } {
  const kind = (Object.keys(numbers) as CauseKind[]).find((one) => numbers[one] === link_cause);
  if (kind === undefined) return { cause: 'UNKNOWN', id: null };
  return { cause: kind, id: link_id === null ? null : fromUuid(link_id) };
}

const decimal = /^\d{1,19}$/;

/** Ids are UUIDs, but for those of executions: their decimal digits are the last ones of a UUID, as a column takes 16 bytes then. */
function toUuid(id: string): string | null {
  if (uuidForm.test(id)) return id;
  if (!decimal.test(id)) return null;
  return id.padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** No UUID that is made begins with 12 zeros. */
const fromUuid = (id: string): string =>
  id.startsWith('00000000-0000-') ? id.replaceAll('-', '').replace(/^0+(?=\d)/, '') : id;
