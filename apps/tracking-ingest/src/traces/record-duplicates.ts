import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { columnsOf, plainColumns } from '@tributary/database/plain-array';
import type { Statement } from '@tributary/database/transaction';

interface Duplicate extends Pick<ActivityReceived, 'datamart_id' | 'activity_id' | 'received_ts' | 'trace'> {
  /** Whether its message takes effect once: that of imported lines does. */
  isOnce?: true;
}

/** In place of the time of the first message: those of imported lines are not delivered again. */
const countedOnce = 0;

interface Again {
  datamart_id: string;
  activity_id: string;
  count: number;
  first_ts: number;
  last_ts: number;
  hash: string | null;
  is_mixed: boolean;
}

/**
 * Counts activities whose id came again. What the first one was is compared when the trace is read: then a duplicate costs
 * no look-up. A message that is delivered again has the time of the first one, or of the first duplicate, and counts once.
 */
export function recordDuplicates(duplicates: readonly Duplicate[]): Statement[] {
  if (duplicates.length === 0) return [];
  const rows = [...summarize(duplicates).values()].sort(
    (a, b) => compare(a.datamart_id, b.datamart_id) || compare(a.activity_id, b.activity_id),
  );
  return [
    {
      name: 'record-duplicates',
      text: `
        insert into activity_duplicates as known (datamart_id, activity_id, count, first_ts, last_ts, hash, is_mixed)
        select * from unnest($1::bigint[], $2::uuid[], $3::int[], $4::bigint[], $5::bigint[], $6::text[], $7::bool[])
        on conflict (datamart_id, activity_id) do update set
          count = known.count + excluded.count,
          last_ts = greatest(known.last_ts, excluded.last_ts),
          hash = coalesce(known.hash, excluded.hash),
          is_mixed = known.is_mixed or excluded.is_mixed or coalesce(known.hash <> excluded.hash, false)
          where excluded.count > 1 or excluded.first_ts = ${countedOnce} or excluded.first_ts <> known.first_ts`,
      values: [
        ...plainColumns(rows, 'datamart_id', 'activity_id', 'count', 'first_ts', 'last_ts'),
        ...columnsOf(rows, 'hash', 'is_mixed'),
      ],
    },
  ];
}

function summarize(duplicates: readonly Duplicate[]): Map<string, Again> {
  const known = new Map<string, Again>();
  for (const { datamart_id, activity_id: id, received_ts, trace, isOnce } of duplicates) {
    const activity_id = id.toLowerCase();
    const key = `${datamart_id}/${activity_id}`;
    const hash = trace?.hash ?? null;
    const own = known.get(key);
    if (!own) {
      const first_ts = isOnce ? countedOnce : received_ts;
      const once = { count: 1, first_ts, last_ts: received_ts, hash, is_mixed: false };
      known.set(key, { datamart_id, activity_id, ...once });
      continue;
    }
    own.count++;
    own.last_ts = Math.max(own.last_ts, received_ts);
    own.is_mixed ||= own.hash !== null && hash !== null && own.hash !== hash;
    own.hash ??= hash;
  }
  return known;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
