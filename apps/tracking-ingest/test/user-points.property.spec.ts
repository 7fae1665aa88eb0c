import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailHash, identifierKey, type Identifier } from '@tributary/contracts/identifier';
import { groupBy } from '@tributary/bus/group-by';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { ActivitiesRepository } from '../src/activities/activities.repository.js';
import { DayPartitions } from '../src/activities/day-partitions.js';
import type { NewActivity } from '../src/activities/screen-activities.js';
import { startTrackingDatabase, type TrackingDatabase } from './tracking-database.js';
import { canonical, partition } from './union-find.js';

let database: TrackingDatabase;
let dataSource: DataSource;
let activities: ActivitiesRepository;
beforeAll(async () => {
  database = await startTrackingDatabase();
  dataSource = database.dataSource;
  activities = new ActivitiesRepository(dataSource, new DayPartitions(dataSource));
});
afterAll(() => database.stop());

const identifiers: Identifier[] = [
  ...['u1', 'u2', 'u3'].map((value) => ({ type: 'USER_ACCOUNT' as const, compartment_id: 'default', value })),
  ...['a@b.c', 'd@e.f', 'g@h.i'].map((address) => ({ type: 'USER_EMAIL' as const, value: emailHash(address) })),
  ...['g1', 'g2', 'g3', 'g4'].map((value) => ({ type: 'USER_AGENT' as const, value })),
];

let datamarts = 0;
const now = Date.parse('2026-03-01T12:00:00Z');
const activity = (datamart_id: string, own: Identifier[]): NewActivity => ({
  datamart_id,
  activity_id: randomUUID(),
  received_ts: now,
  identifiers: own,
  day: '2026-03-01',
  ts: String(now),
  type: 'TOUCH',
  channel_id: null,
  event_count: 0,
  description: {},
  writesData: false,
  body: '{"$type":"TOUCH"}',
});

/** Who sends what, who consumes it in which batches, and which come twice. */
const aCase = fc.record({
  people: fc.array(fc.uniqueArray(fc.constantFrom(...identifiers), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 12,
  }),
  deliveries: fc.array(fc.record({ consumer: fc.nat(2), batch: fc.nat(2), activity: fc.nat(11) }), { maxLength: 12 }),
  order: fc.infiniteStream(fc.record({ consumer: fc.nat(2), batch: fc.nat(2), rank: fc.nat(1_000) })),
});
type Case = typeof aCase extends fc.Arbitrary<infer T> ? T : never;

/** Every activity at least once, in batches of several consumers. */
function plan({ people, deliveries, order }: Case, datamart_id: string) {
  const sent = people.map((own) => activity(datamart_id, own));
  const first = sent.map((one) => ({
    ...(order.next().value as { consumer: number; batch: number; rank: number }),
    one,
  }));
  const again = deliveries.flatMap(({ activity: index, ...where }) => {
    const one = sent[index];
    return one ? [{ ...where, rank: 500, one }] : [];
  });
  const batches = [...first, ...again].sort((a, b) => a.rank - b.rank);
  const consumers = [...groupBy(batches, ({ consumer }) => consumer).values()].map((own) =>
    [...groupBy(own, ({ batch }) => batch).values()].map((batch) => [...new Set(batch.map(({ one }) => one))]),
  );
  return { sent, consumers };
}

async function storedPeople(datamart_id: string) {
  const rows = await dataSource.query<{ key: string; user_point_id: string }[]>(
    `select type || '/' || compartment_id || '/' || value as key, user_point_id
      from user_identifiers where datamart_id = $1`,
    [datamart_id],
  );
  return groupBy(rows, ({ user_point_id }) => user_point_id);
}
const rowKey = (identifier: Identifier) =>
  `${identifier.type}/${identifier.type === 'USER_ACCOUNT' ? identifier.compartment_id : ''}/${identifier.value}`;

describe('identity resolution', () => {
  it('joins the same people whatever the order, batching, duplication and concurrency', async () => {
    await fc.assert(
      fc.asyncProperty(aCase, async (generated) => {
        const datamart_id = String(++datamarts);
        const { sent, consumers } = plan(generated, datamart_id);
        await Promise.all(
          consumers.map(async (batches) => {
            for (const batch of batches) await activities.insertMany(batch, now);
          }),
        );

        const people = await storedPeople(datamart_id);
        const expected = partition(sent.map((one) => one.identifiers.map(rowKey)));
        expect(canonical([...people.values()].map((rows) => rows.map(({ key }) => key)))).toEqual(canonical(expected));
        await expectOwnership(datamart_id, sent, people);
        await expectCounts(datamart_id, sent);
      }),
      { numRuns: 1_000 },
    );
  }, 300_000);
});

/** Every activity is its people's, through the merges; no point without identifiers is left. */
async function expectOwnership(
  datamart_id: string,
  sent: NewActivity[],
  people: Awaited<ReturnType<typeof storedPeople>>,
): Promise<void> {
  const owners = new Map([...people].flatMap(([id, rows]) => rows.map(({ key }) => [key, id] as const)));
  const rows = await dataSource.query<{ activity_id: string; owner: string }[]>(
    `select activity_id, coalesce(survivor_id, a.user_point_id) as owner
      from activities a left join user_point_merges m
        on (m.datamart_id, m.merged_id) = (a.datamart_id, a.user_point_id)
      where a.datamart_id = $1`,
    [datamart_id],
  );
  expect(rows).toHaveLength(sent.length);
  const ownerOf = new Map(rows.map(({ activity_id, owner }) => [activity_id, owner]));
  for (const { activity_id, identifiers: own } of sent)
    for (const identifier of own) expect(ownerOf.get(activity_id)).toBe(owners.get(rowKey(identifier)));
  const points = await dataSource.query<{ user_point_id: string }[]>(
    'select user_point_id from user_points where datamart_id = $1',
    [datamart_id],
  );
  expect(points.map(({ user_point_id }) => user_point_id).sort()).toEqual([...people.keys()].sort());
}

/** What the writes have counted is what there is. */
async function expectCounts(datamart_id: string, sent: NewActivity[]): Promise<void> {
  const rows = await dataSource.query<{ collection: string; count: string }[]>(
    'select collection, sum(change) as count from collection_changes where datamart_id = $1 group by 1',
    [datamart_id],
  );
  const counted = Object.fromEntries(rows.map(({ collection, count }) => [collection, Number(count)]));
  const distinct = new Map(sent.flatMap((one) => one.identifiers).map((one) => [identifierKey(one), one.type]));
  const ofType = (type: string) => [...distinct.values()].filter((one) => one === type).length || undefined;
  expect(counted).toMatchObject({
    UserPoint: partition(sent.map((one) => one.identifiers.map(rowKey))).length,
  });
  expect([counted['UserAccount'], counted['UserEmail'], counted['UserAgent']]).toEqual([
    ...[ofType('USER_ACCOUNT'), ofType('USER_EMAIL'), ofType('USER_AGENT')],
  ]);
}
