import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailHash, identifierKey, type Identifier } from '@tributary/contracts/tracking/identifier';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { ActivitiesRepository } from '../../src/activities/activities.repository.js';
import { DayPartitions } from '../../src/activities/day-partitions.js';
import type { NewActivity } from '../../src/activities/new-activity.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';
import { canonical, partition } from './union-find.js';

let database: TrackingDatabase;
let dataSource: DataSource;
let activities: ActivitiesRepository;
beforeAll(async () => {
  database = await startTrackingDatabase();
  dataSource = database.dataSource;
  activities = new ActivitiesRepository(dataSource, new DayPartitions(dataSource), database.rules);
});
afterAll(() => database.stop());

const identifiers: Identifier[] = [
  ...['u1', 'u2', 'u3'].map((value) => ({ type: 'USER_ACCOUNT' as const, compartment_id: 'default', value })),
  ...['a@b.c', 'd@e.f', 'g@h.i'].map((address) => ({ type: 'USER_EMAIL' as const, value: emailHash(address) })),
  ...['g1', 'g2', 'g3', 'g4'].map((value) => ({ type: 'USER_AGENT' as const, value })),
];

let datamarts = 0;
const now = Date.parse('2026-03-01T12:00:00Z');
const bare = (datamart_id: string, own: Identifier[]): NewActivity => ({
  datamart_id,
  activity_id: randomUUID(),
  received_ts: now,
  identifiers: own,
  day: '2026-03-01',
  ts: String(now),
  type: 'TOUCH',
  channel_id: null,
  event_count: 0,
  facts: {},
  writesData: false,
  body: '{"$type":"TOUCH"}',
});

/** Each activity writes a choice, and an account also its profile; their times are in no order. */
function withData(datamart_id: string, own: Identifier[], index: number): NewActivity {
  const ts = now + ((index * 7) % 13) * 1_000;
  const account = own.find(({ type }) => type === 'USER_ACCOUNT');
  const choice = { $processing_id: 'p', $choice_acceptance_value: index % 2 === 0, $choice_ts: ts };
  const profile = { $user_account_id: account?.value, [`key${index % 2}`]: index, last: index };
  const $events = [
    { $event_name: '$set_user_choice', $properties: choice },
    ...(account ? [{ $event_name: '$set_user_profile_properties', $properties: profile }] : []),
  ];
  return {
    ...bare(datamart_id, own),
    ts: String(ts),
    event_count: $events.length,
    writesData: true,
    body: JSON.stringify({ $type: 'TOUCH', $events }),
  };
}

/** Activities, their consumers and batches, and which ones are delivered twice. */
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
function plan({ people, deliveries, order }: Case, activity: (own: Identifier[], index: number) => NewActivity) {
  const sent = people.map(activity);
  const first = sent.map((one) => ({
    ...(order.next().value as { consumer: number; batch: number; rank: number }),
    one,
  }));
  const again = deliveries.flatMap(({ activity: index, ...where }) => {
    const one = sent[index];
    return one ? [{ ...where, rank: 500, one }] : [];
  });
  const batches = [...first, ...again].sort((a, b) => a.rank - b.rank);
  const consumers = [...Map.groupBy(batches, ({ consumer }) => consumer).values()].map((own) =>
    [...Map.groupBy(own, ({ batch }) => batch).values()].map((batch) => [...new Set(batch.map(({ one }) => one))]),
  );
  return { sent, consumers };
}

async function storedPeople(datamart_id: string) {
  const rows = await dataSource.query<{ key: string; user_point_id: string }[]>(
    `select type || '/' || compartment_id || '/' || value as key, user_point_id
      from user_identifiers where datamart_id = $1`,
    [datamart_id],
  );
  return Map.groupBy(rows, ({ user_point_id }) => user_point_id);
}
const rowKey = (identifier: Identifier) =>
  `${identifier.type}/${identifier.type === 'USER_ACCOUNT' ? identifier.compartment_id : ''}/${identifier.value}`;

/** Runs several consumers concurrently; returns what was sent and the stored people. */
async function consume(generated: Case, datamart_id: string, activity: typeof withData) {
  const { sent, consumers } = plan(generated, (own, index) => activity(datamart_id, own, index));
  await Promise.all(
    consumers.map(async (batches) => {
      for (const batch of batches) await activities.insertMany(batch, now);
    }),
  );
  return { sent, people: await storedPeople(datamart_id) };
}

describe('in any order, batching, duplication and concurrency', () => {
  it('the same people are merged, and own their activities', async () => {
    const law = fc.asyncProperty(aCase, async (generated) => {
      const datamart_id = String(++datamarts);
      const { sent, people } = await consume(generated, datamart_id, bare);
      const expected = partition(sent.map((one) => one.identifiers.map(rowKey)));
      expect(canonical([...people.values()].map((rows) => rows.map(({ key }) => key)))).toEqual(canonical(expected));
      await expectOwnership(datamart_id, sent, people);
      await expectCounts(datamart_id, sent);
    });
    await fc.assert(law, { numRuns: lawRuns(50) });
  });

  it('their profiles and choices are the same', async () => {
    const law = fc.asyncProperty(aCase, async (generated) => {
      const datamart_id = String(++datamarts);
      const { sent, people } = await consume(generated, datamart_id, withData);
      await expectOwnership(datamart_id, sent, people);
      await expectData(datamart_id, sent, people);
    });
    await fc.assert(law, { numRuns: lawRuns(20) });
  });
});

/** Every activity belongs to its people, through the merges; no point without identifiers is left. */
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

type Stored = { user_point_id: string; user_account_id: string; properties: object; choice_ts: string };

/** A person's latest choice is current, each property of a profile has its latest value, and there are no others. */
async function expectData(
  datamart_id: string,
  sent: NewActivity[],
  people: Awaited<ReturnType<typeof storedPeople>>,
): Promise<void> {
  const latestFirst = [...sent].sort((a, b) => Number(b.ts) - Number(a.ts));
  const isOf = (key: string) => (one: NewActivity) => one.identifiers.some((own) => rowKey(own) === key);
  const expectedChoices = [...people].map(([user_point_id, rows]) => {
    const latest = latestFirst.find((one) => rows.some(({ key }) => isOf(key)(one)));
    return { user_point_id, choice_ts: latest?.ts };
  });
  const choices = await dataSource.query<Stored[]>(
    `select distinct on (user_point_id) user_point_id, choice_ts from user_choices
      where datamart_id = $1 order by user_point_id, choice_ts desc`,
    [datamart_id],
  );
  expect(choices).toEqual(expectedChoices.sort((a, b) => a.user_point_id.localeCompare(b.user_point_id)));

  const profiles = await dataSource.query<Stored[]>(
    'select user_point_id, user_account_id, properties from user_profiles where datamart_id = $1 order by user_account_id',
    [datamart_id],
  );
  const accounts = [...people].flatMap(([user_point_id, rows]) =>
    rows.filter(({ key }) => key.startsWith('USER_ACCOUNT')).map(({ key }) => ({ user_point_id, key })),
  );
  const expectedProfiles = accounts.flatMap(({ user_point_id, key }) => {
    const user_account_id = key.split('/')[2] ?? '';
    const writes = latestFirst.filter(
      (one) => one.identifiers.find(({ type }) => type === 'USER_ACCOUNT')?.value === user_account_id,
    );
    const latest = writes.map((one) => sent.indexOf(one));
    const properties = Object.fromEntries([
      ...['key0', 'key1'].flatMap((name, parity) => {
        const index = latest.find((one) => one % 2 === parity);
        return index === undefined ? [] : [[name, index] as const];
      }),
      ['last', latest[0]],
    ]);
    return writes.length === 0 ? [] : [{ user_point_id, user_account_id, properties }];
  });
  const byAccount = (a: { user_account_id: string }, b: { user_account_id: string }) =>
    a.user_account_id.localeCompare(b.user_account_id);
  expect(profiles).toEqual(expectedProfiles.sort(byAccount));
}

/** The counts of the writes match the rows. */
async function expectCounts(datamart_id: string, sent: NewActivity[]): Promise<void> {
  const rows = await dataSource.query<{ collection: string; count: string }[]>(
    'select collection, sum(change) as count from collection_changes where datamart_id = $1 group by 1',
    [datamart_id],
  );
  const counted = Object.fromEntries(rows.map(({ collection, count }) => [collection, Number(count)]));
  const distinct = new Map(sent.flatMap((one) => one.identifiers).map((one) => [identifierKey(one), one.type]));
  const ofType = (type: string) => [...distinct.values()].filter((one) => one === type).length || undefined;
  expect(counted).toMatchObject({ UserPoint: partition(sent.map((one) => one.identifiers.map(rowKey))).length });
  expect(counted['UserActivity']).toBe(sent.length);
  expect([counted['UserAccount'], counted['UserEmail'], counted['UserAgent']]).toEqual([
    ofType('USER_ACCOUNT'),
    ofType('USER_EMAIL'),
    ofType('USER_AGENT'),
  ]);
}
