import { membershipKey, type MembershipRow } from './membership-rows.js';

/** One row per membership: the one modified last, of two modified at once the one that lasts longer. */
export function joinMemberships(rows: MembershipRow[]): MembershipRow[] {
  const joined = new Map<string, MembershipRow>();
  for (const row of rows) {
    const key = membershipKey(row);
    const other = joined.get(key);
    joined.set(key, other ? join(other, row) : row);
  }
  return [...joined.values()];
}

function join(one: MembershipRow, other: MembershipRow): MembershipRow {
  const creation_ts = String(Math.min(Number(one.creation_ts), Number(other.creation_ts)));
  return { ...(isNewer(other, one) ? other : one), creation_ts };
}

const isNewer = (a: MembershipRow, b: MembershipRow) =>
  a.last_modified_ts === b.last_modified_ts ? end(a) > end(b) : Number(a.last_modified_ts) > Number(b.last_modified_ts);

const end = ({ expiration_ts }: MembershipRow) => (expiration_ts === null ? Infinity : Number(expiration_ts));
