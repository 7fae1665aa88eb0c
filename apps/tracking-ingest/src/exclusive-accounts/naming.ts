import { uuidForm } from '@tributary/contracts/rules/people/identifier-forms';
import type { Caused, LinkCause } from '../links/link-cause.js';

/** When an activity or association has named identifiers beside an account. The newest one decides whose they are. */
export interface Naming {
  /** Epoch milliseconds: the time of an activity, at most its receipt; the receipt of an association. */
  ts: number;
  isAssociation: boolean;
  /** UUID. */
  id: string;
}

interface NamingClaim extends Caused {
  received_ts?: number;
  /** Epoch milliseconds, as decimal text. */
  ts?: string;
  import_line?: number;
}

/** @param now epoch milliseconds, the receipt of a claim that has none: of a request that is answered */
export function namingOf(claim: NamingClaim, now: number): Naming {
  const { activity_id, received_ts: receipt = now, ts = receipt } = claim;
  if (activity_id === undefined) return { ts: receipt, isAssociation: true, id: associationId(claim) };
  return { ts: Math.min(Number(ts), receipt), isAssociation: false, id: activity_id.toLowerCase() };
}

/** Lines of a file take effect in their order. */
function associationId({ execution_id, import_line = 0, request }: NamingClaim): string {
  if (execution_id !== undefined) return uuidOfNumbers(BigInt(execution_id), BigInt(import_line));
  const id = request?.id.toLowerCase() ?? '';
  return uuidForm.test(id) ? id : uuidOfNumbers(0n, 0n);
}

const uuidOfNumbers = (high: bigint, low: bigint): string =>
  [high, low]
    .map((half) => half.toString(16).padStart(16, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** By time; of equal times an association is newer than an activity, then the larger id. */
export function isNewer(one: Naming, other: Naming): boolean {
  if (one.ts !== other.ts) return one.ts > other.ts;
  if (one.isAssociation !== other.isAssociation) return one.isAssociation;
  return one.id > other.id;
}

export const isSame = (one: Naming | undefined, other: Naming | undefined): boolean =>
  one !== undefined && other !== undefined && one.id === other.id && one.isAssociation === other.isAssociation;

/** The same for both orders of two accounts. */
export const pairKey = (one: string, other: string): string => (one < other ? `${one}/${other}` : `${other}/${one}`);

/** The cause of a link that a naming explains. */
export function causeOfNaming({ isAssociation, id }: Naming): LinkCause {
  if (!isAssociation) return { kind: 'ACTIVITY', id };
  const execution = BigInt(`0x${id.replaceAll('-', '').slice(0, 16)}`);
  // The first half of a UUID that a request has is larger than any execution's id.
  return execution < 1n << 40n ? { kind: 'IMPORT', id: String(execution) } : { kind: 'ASSOCIATION', id };
}
