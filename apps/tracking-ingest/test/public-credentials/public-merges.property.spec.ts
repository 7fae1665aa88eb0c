import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PublicCredential } from '@tributary/contracts/tracking/activity';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { ActivitiesRepository } from '../../src/activities/activities.repository.js';
import { DayPartitions } from '../../src/activities/day-partitions.js';
import type { NewActivity } from '../../src/activities/new-activity.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';
import { canonical } from '../user-points/union-find.js';
import { MergeOracle } from './merge-oracle.js';

let database: TrackingDatabase;
let activities: ActivitiesRepository;
beforeAll(async () => {
  database = await startTrackingDatabase();
  activities = new ActivitiesRepository(database.dataSource, new DayPartitions(database.dataSource), database.rules);
});
afterAll(() => database.stop());

const identifiers: Identifier[] = [
  ...['c', 'd'].flatMap((compartment_id) =>
    ['u1', 'u2'].map((value) => ({ type: 'USER_ACCOUNT' as const, compartment_id, value })),
  ),
  ...['g1', 'g2', 'g3'].map((value) => ({ type: 'USER_AGENT' as const, value })),
];
const keyOf = (one: Identifier) => `${one.type}/${one.type === 'USER_ACCOUNT' ? one.compartment_id : ''}/${one.value}`;

const credentials: (PublicCredential | undefined)[] = [
  undefined,
  { kind: 'collect_key', id: '1' },
  { kind: 'message_authentication_key', id: '2' },
  { kind: 'message_authentication_key', id: '3', may_merge_accounts: true },
];

/** Activities in the order of their arrival, how they are cut into batches, and which of these come again. */
const aHistory = fc.record({
  sent: fc.array(
    fc.record({
      own: fc.subarray(identifiers, { minLength: 1, maxLength: 3 }),
      credential: fc.constantFrom(...credentials),
    }),
    { minLength: 1, maxLength: 10 },
  ),
  cuts: fc.infiniteStream(fc.record({ size: fc.integer({ min: 1, max: 4 }), isRedelivered: fc.boolean() })),
});

const now = Date.parse('2026-03-01T12:00:00Z');
let datamarts = 0;
const toActivity = (datamart_id: string, own: Identifier[], credential?: PublicCredential): NewActivity => ({
  datamart_id,
  activity_id: randomUUID(),
  received_ts: now,
  public_credential: credential,
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

const select = <Row>(sql: string, datamart_id: string) => database.dataSource.query<Row[]>(sql, [datamart_id]);

async function storedPeople(datamart_id: string): Promise<string[][]> {
  const sql = `select array_agg(type || '/' || compartment_id || '/' || value) as keys
    from user_identifiers where datamart_id = $1 group by user_point_id`;
  return (await select<{ keys: string[] }>(sql, datamart_id)).map(({ keys }) => keys);
}

/** Whose each activity is: any identifier of the person. */
async function owners(datamart_id: string): Promise<Map<string, string>> {
  const sql = `select activity_id, min(i.type || '/' || i.compartment_id || '/' || i.value) as key
    from activities a
    left join user_point_merges m on (m.datamart_id, m.merged_id) = (a.datamart_id, a.user_point_id)
    join user_identifiers i on (i.datamart_id, i.user_point_id)
      = (a.datamart_id, coalesce(m.survivor_id, a.user_point_id))
    where a.datamart_id = $1 group by activity_id`;
  const rows = await select<{ activity_id: string; key: string }>(sql, datamart_id);
  return new Map(rows.map(({ activity_id, key }) => [activity_id, key]));
}

const law = (oracleOf: () => MergeOracle) =>
  fc.asyncProperty(aHistory, async ({ sent, cuts }) => {
    const datamart_id = String(++datamarts);
    const oracle = oracleOf();
    const counted = { refused: 0, allowed: 0 };
    const arrived = sent.map(({ own, credential }) => toActivity(datamart_id, own, credential));
    const strongest = new Map(arrived.map(({ activity_id, identifiers: [first] }) => [activity_id, keyOf(first!)]));
    for (const { identifiers: own, public_credential } of arrived) oracle.arrive(own, public_credential);
    for (let next = 0; next < arrived.length;) {
      const { size, isRedelivered } = cuts.next().value as { size: number; isRedelivered: boolean };
      const batch = arrived.slice(next, (next += size));
      for (const deliveries of isRedelivered ? [batch, batch] : [batch]) {
        const { publicCases } = await activities.insertMany(deliveries, now);
        counted.refused += publicCases.mergesRefused.length;
        counted.allowed += publicCases.mergesAllowed.length;
      }
    }
    const people = await storedPeople(datamart_id);
    expect(canonical(people)).toEqual(canonical(oracle.people.map((person) => person.map(keyOf))));
    expect(counted).toEqual(oracle.counted);
    const stored = await owners(datamart_id);
    for (const [id, key] of strongest)
      expect(people.find((keys) => keys.includes(stored.get(id) ?? ''))).toContain(key);
  });

it('a public credential brings together no two people with accounts, and a trusted one joins as ever, in any batches', async () => {
  await fc.assert(
    law(() => new MergeOracle()),
    { numRuns: lawRuns(100) },
  );
});

it('(control) an oracle that trusts all credentials expects others', async () => {
  const trusting = () => {
    const oracle = new MergeOracle();
    const arrive = oracle.arrive.bind(oracle);
    oracle.arrive = (own) => arrive(own, undefined);
    return oracle;
  };
  await expect(fc.assert(law(trusting), { numRuns: 1_000, endOnFailure: true })).rejects.toThrow('Property failed');
});
