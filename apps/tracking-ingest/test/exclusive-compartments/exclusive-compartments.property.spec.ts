import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { retry } from '@tributary/contracts/retry';
import { compartmentOf, identifierKey, type Identifier } from '@tributary/contracts/tracking/identifier';
import { transaction } from '@tributary/database/transaction';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { ActivitiesRepository } from '../../src/activities/activities.repository.js';
import { DayPartitions } from '../../src/activities/day-partitions.js';
import type { NewActivity } from '../../src/activities/new-activity.js';
import { resolveAndMerge } from '../../src/attached-data/resolve-and-merge.js';
import { readIdentity } from '../../src/why/read-identity.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';
import { canonical } from '../user-points/union-find.js';
import { ExclusiveOracle, ownersByTime, pairsByTime, type Named } from './exclusive-oracle.js';

let database: TrackingDatabase;
let activities: ActivitiesRepository;
beforeAll(async () => {
  database = await startTrackingDatabase();
  activities = new ActivitiesRepository(database.dataSource, new DayPartitions(database.dataSource), database.rules);
});
afterAll(() => database.stop());

const account = (compartment_id: string, value: string): Identifier => ({
  type: 'USER_ACCOUNT',
  compartment_id,
  value,
});
/** The strongest first. Two compartments are exclusive, or become so; the third never. */
const identifiers: Identifier[] = [
  ...['1', '2', '3'].map((value) => account('x', value)),
  ...['1', '2'].map((value) => account('y', value)),
  ...['1', '2'].map((value) => account('open', value)),
  ...['1', '2', '3'].map((value) => ({ type: 'USER_AGENT' as const, value })),
];
const accountsOf = (person: string[], compartment: string) =>
  identifiers.filter((one) => person.includes(identifierKey(one)) && compartmentOf(one) === compartment);

const numRuns = lawRuns(20);
const now = Date.parse('2026-03-01T12:00:00Z');
const uuidOf = (high: number, low: number) =>
  `00000000-0000-${high.toString(16).padStart(4, '0')}-0000-${low.toString(16).padStart(12, '0')}`;

const aNaming = fc.record({
  own: fc.subarray(identifiers, { minLength: 1, maxLength: 4 }),
  // Few times, so that many are equal; some lie after the receipt.
  ts: fc.integer({ min: now - 3, max: now + 2 }),
  received_ts: fc.integer({ min: now - 2, max: now }),
  isAssociation: fc.boolean(),
});
/** Namings in the order of their arrival, how they are cut into batches, and which of these come again. */
const aHistory = fc.record({
  sent: fc.array(aNaming, { minLength: 1, maxLength: 12 }),
  order: fc.infiniteStream(fc.nat()),
  cuts: fc.infiniteStream(
    fc.record({ size: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 5 })), isRedelivered: fc.boolean() }),
  ),
});
type History = typeof aHistory extends fc.Arbitrary<infer Value> ? Value : never;

const execution = 9;
/** Ids by the position in the history: of activities, and of lines of one file. */
const toNamed = ({ own, ...one }: History['sent'][number], index: number): Named => ({
  ...one,
  identifiers: own,
  id: one.isAssociation ? uuidOf(execution, index) : uuidOf(index + 1, 1),
});

const toActivity = (datamart_id: string, { identifiers: own, id, ts, received_ts }: Named): NewActivity => ({
  datamart_id,
  activity_id: id,
  received_ts,
  identifiers: own,
  day: '2026-03-01',
  ts: String(ts),
  type: 'TOUCH',
  channel_id: null,
  event_count: 0,
  facts: {},
  writesData: false,
  body: '{"$type":"TOUCH"}',
});

/** Batches of activities, or of lines. */
async function deliver(datamart_id: string, batch: Named[]): Promise<void> {
  const [first] = batch;
  if (!first?.isAssociation) {
    await activities.insertMany(
      batch.map((one) => toActivity(datamart_id, one)),
      now,
    );
    return;
  }
  const claims = batch.map(({ identifiers: own, id, received_ts }) => ({
    datamart_id,
    identifiers: own,
    execution_id: String(execution),
    import_line: Number.parseInt(id.slice(-12), 16),
    received_ts,
    mustFit: true,
  }));
  await transaction(database.dataSource, (client) =>
    resolveAndMerge(client, claims, now, { erasureKey: database.erasureKey }),
  );
}

function* batchesOf(history: Named[], cuts: History['cuts']): Generator<Named[]> {
  for (let next = 0; next < history.length;) {
    const { size, isRedelivered } = cuts.next().value as { size: number; isRedelivered: boolean };
    const { isAssociation } = history[next]!;
    const others = history.slice(next).findIndex((one) => one.isAssociation !== isAssociation);
    const batch = history.slice(next, next + (others === -1 ? size : Math.min(size, others)));
    next += batch.length;
    yield batch;
    // A line is applied exactly once.
    if (isRedelivered && !isAssociation) yield batch;
  }
}

let datamarts = 0;
const query = <Row>(sql: string, values: unknown[]) => database.dataSource.query<Row[]>(sql, values);

async function switchTo(datamart_id: string, compartments: Iterable<string>): Promise<void> {
  await query('delete from compartments where datamart_id = $1', [datamart_id]);
  for (const id of compartments)
    await query(`insert into compartments values ($1, $2, 'name', false, 0, true)`, [datamart_id, id]);
}

async function storedPeople(datamart_id: string): Promise<string[][]> {
  const rows = await query<{ members: Pick<Identifier, 'type' | 'value'>[] }>(
    `select json_agg(json_build_object('type', type, 'compartment_id', compartment_id, 'value', value)) as members
      from user_identifiers where datamart_id = $1 group by user_point_id`,
    [datamart_id],
  );
  return rows.map(({ members }) => members.map((one) => identifierKey(one as Identifier)));
}

/** People are counted; the links of each are a tree, and have causes where each naming was stored by itself. */
async function checkTrees(datamart_id: string, isEachAlone: boolean): Promise<void> {
  const points = await query<{ id: string }>(
    'select distinct user_point_id as id from user_identifiers where datamart_id = $1',
    [datamart_id],
  );
  const [counted] = await query<{ people: number }>(
    `select sum(change)::int as people from collection_changes where datamart_id = $1 and collection = 'UserPoint'`,
    [datamart_id],
  );
  expect(counted?.people).toBe(points.length);
  for (const { id } of points) {
    const { identifiers: members, links } = await transaction(database.dataSource, (client) =>
      readIdentity(client, { datamart_id, user_point_id: id }),
    );
    expect(links).toHaveLength(members.length - 1);
    if (isEachAlone) expect(links.filter(({ cause }) => cause === 'UNKNOWN')).toEqual([]);
  }
}

const inOrder = ({ sent, order }: History): Named[] =>
  sent
    .map((one, index) => ({ named: toNamed(one, index), at: order.next().value as number }))
    .sort((a, b) => a.at - b.at)
    .map(({ named }) => named);

const oneByOne = async (datamart_id: string, batches: Iterable<Named[]>) => {
  for (const batch of batches) await deliver(datamart_id, batch);
};
/** PostgreSQL may end one of two transactions that moved identifiers: the bus delivers its batch again. */
const atOnce = async (datamart_id: string, batches: Iterable<Named[]>) => {
  await Promise.all(Array.from(batches, (batch) => retry(() => deliver(datamart_id, batch), { pauseMs: 5 })));
};

const byTime = (ownersOf: typeof ownersByTime, deliverAll = oneByOne) =>
  fc.asyncProperty(aHistory, async (history) => {
    const datamart_id = String(++datamarts);
    const exclusive = new Set(['x', 'y']);
    await switchTo(datamart_id, exclusive);
    const arrived = inOrder(history);
    await deliverAll(datamart_id, batchesOf(arrived, history.cuts));
    const people = await storedPeople(datamart_id);
    for (const [key, owner] of ownersOf(arrived, exclusive))
      expect(people.find((person) => person.includes(key))).toContain(owner);
    const accounts = identifiers.slice(0, 5).map(identifierKey);
    const pairs = accounts.flatMap((one) =>
      accounts.filter((other) => other !== one).map((other) => `${one} ${other}`),
    );
    const isOne = (pair: string) => people.some((person) => pair.split(' ').every((key) => person.includes(key)));
    expect(new Set(pairs.filter(isOne))).toEqual(pairsByTime(arrived, exclusive));
    for (const compartment of exclusive)
      for (const person of people) expect(accountsOf(person, compartment).length).toBeLessThan(2);
  });

it('an identifier belongs to the account of the newest naming of both, and no person has two accounts, in any order and batches', async () => {
  await fc.assert(byTime(ownersByTime), { numRuns });
});

it('the same holds for batches at once', async () => {
  await fc.assert(byTime(ownersByTime, atOnce), { numRuns });
});

it('(control) an oracle that does not count times after the receipt as the receipt expects others', async () => {
  const unclamped: typeof ownersByTime = (history, exclusive) =>
    ownersByTime(
      history.map((one) => (one.isAssociation ? one : { ...one, received_ts: Infinity })),
      exclusive,
    );
  await expect(fc.assert(byTime(unclamped), { numRuns: 1_000, endOnFailure: true })).rejects.toThrow('Property failed');
});

const aSwitchedHistory = fc.record({
  history: aHistory,
  switches: fc.infiniteStream(fc.option(fc.subarray(['x', 'y']), { nil: undefined, freq: 3 })),
});

const oneAfterTheOther = (oracleOf: () => ExclusiveOracle) =>
  fc.asyncProperty(aSwitchedHistory, async ({ history, switches }) => {
    const datamart_id = String(++datamarts);
    const oracle = oracleOf();
    const known = new Set<Named>();
    let isEachAlone = true;
    for (const batch of batchesOf(inOrder(history), history.cuts)) {
      const next = switches.next().value as string[] | undefined;
      if (next) {
        oracle.compartments = new Set(next);
        await switchTo(datamart_id, next);
      }
      for (const one of batch) if (!known.has(one)) oracle.arrive(one);
      for (const one of batch) known.add(one);
      await deliver(datamart_id, batch);
      expect(canonical(await storedPeople(datamart_id))).toEqual(canonical(oracle.people.map((person) => [...person])));
      isEachAlone &&= batch.length === 1;
      await checkTrees(datamart_id, isEachAlone);
    }
  });

it('people joined before a switch stay joined, and no person gains a second account while a compartment is exclusive', async () => {
  await fc.assert(
    oneAfterTheOther(() => new ExclusiveOracle()),
    { numRuns },
  );
});

it('(control) an oracle in which nothing is exclusive expects others', async () => {
  const open = () => Object.defineProperty(new ExclusiveOracle(), 'compartments', { get: () => new Set(), set() {} });
  await expect(fc.assert(oneAfterTheOther(open), { numRuns: 1_000, endOnFailure: true })).rejects.toThrow(
    'Property failed',
  );
});

it('an identifier that comes with a naming which joins people, one of whom loses an account by it, keeps its cause', async () => {
  const datamart_id = String(++datamarts);
  const [x1, x2, , y1, , open1, , agent1, agent2, agent3] = identifiers;
  let count = 0;
  const name = async (exclusive: string[], ...own: (Identifier | undefined)[]) => {
    await switchTo(datamart_id, exclusive);
    const one = { own: own.flatMap((identifier) => identifier ?? []), ts: now, received_ts: now, isAssociation: false };
    await deliver(datamart_id, [toNamed(one, count++)]);
    await checkTrees(datamart_id, true);
  };
  await name(['x', 'y'], x1, y1, agent1);
  await name(['y'], x2, open1, agent3);
  await name(['x', 'y'], x2, y1, agent2);
  const people = await storedPeople(datamart_id);
  const together = [x2, open1, y1, agent2, agent3].flatMap((one) => (one ? identifierKey(one) : []));
  expect(people.map((person) => new Set(person))).toContainEqual(new Set(together));
});
