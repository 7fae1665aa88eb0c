import { membershipKey, type MembershipRow } from './membership-rows.js';

/**
 * One row per membership: the one modified last or, with equal times, the one that expires later. It stems from both, so it
 * is as new as the newer write: a deletion of the segment must not end a membership that was written after it. Expired ones
 * are left out, as if they had been deleted already.
 */
export function mergeMemberships(rows: MembershipRow[], now: number): MembershipRow[] {
  const merged = new Map<string, MembershipRow>();
  for (const row of rows.filter((one) => end(one) > now)) {
    const key = membershipKey(row);
    const other = merged.get(key);
    merged.set(key, other ? merge(other, row) : row);
  }
  return [...merged.values()];
}

function merge(one: MembershipRow, other: MembershipRow): MembershipRow {
  const creation_ts = String(Math.min(Number(one.creation_ts), Number(other.creation_ts)));
  return { ...(isNewer(other, one) ? other : one), creation_ts, write_version: newerVersion(one, other) };
}

function newerVersion({ write_version: one }: MembershipRow, { write_version: other }: MembershipRow): string | null {
  if (one === null || other === null) return null;
  return BigInt(one) > BigInt(other) ? one : other;
}

const isNewer = (a: MembershipRow, b: MembershipRow) =>
  a.last_modified_ts === b.last_modified_ts ? end(a) > end(b) : Number(a.last_modified_ts) > Number(b.last_modified_ts);

const end = ({ expiration_ts }: MembershipRow) => (expiration_ts === null ? Infinity : Number(expiration_ts));
