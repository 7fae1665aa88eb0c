import { hourOf } from '@tributary/contracts/activities-accepted';

/** What became of an activity that could be read. */
export type Fate = 'stored' | 'duplicate' | 'erased';

/** One activity as the balance sees it. */
export interface CountedActivity {
  datamart_id: string;
  activity_id: string;
  received_ts: number;
}

/** Activities of one datamart and hour by what became of them. */
export type HourCounts = Record<Fate, number> & { datamart_id: string; hour_ts: number };

/** Of a batch: those that had not come before, and those of them that were stored; the others are of people erased since. */
export interface Storing {
  fresh: CountedActivity[];
  stored: CountedActivity[];
}

/** What became of each activity of a batch, in its order: of several of one id the first is the one that counts. */
export function fatesOf(activities: CountedActivity[], { fresh, stored }: Storing): Fate[] {
  // As it nearly always is.
  if (stored.length === activities.length) return activities.map(() => 'stored');
  const isFresh = new Set(fresh.map(keyOf));
  const isStored = new Set(stored.map(keyOf));
  return activities.map((activity) => {
    const key = keyOf(activity);
    if (!isFresh.delete(key)) return 'duplicate';
    return isStored.has(key) ? 'stored' : 'erased';
  });
}

/** Sorted, so that two transactions never wait for each other. */
export function countFates(
  activities: Pick<CountedActivity, 'datamart_id' | 'received_ts'>[],
  fates: Fate[],
): HourCounts[] {
  const counts = new Map<string, HourCounts>();
  for (const [index, { datamart_id, received_ts }] of activities.entries()) {
    const hour_ts = hourOf(received_ts);
    const key = `${hour_ts}/${datamart_id}`;
    const own = counts.get(key) ?? { datamart_id, hour_ts, stored: 0, duplicate: 0, erased: 0 };
    own[fates[index] ?? 'stored']++;
    counts.set(key, own);
  }
  return [...counts.values()].sort((a, b) => a.hour_ts - b.hour_ts || compare(a.datamart_id, b.datamart_id));
}

const keyOf = ({ datamart_id, activity_id }: CountedActivity) => `${datamart_id}/${activity_id.toLowerCase()}`;
const compare = (a: string, b: string) => (a < b ? -1 : 1);
