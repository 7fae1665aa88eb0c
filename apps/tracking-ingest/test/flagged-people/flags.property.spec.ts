import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FlagRules } from '@tributary/contracts/people/flagged-person';
import { emailHash, identifierKey, type Identifier } from '@tributary/contracts/tracking/identifier';
import { transaction } from '@tributary/database/transaction';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { ActivitiesRepository } from '../../src/activities/activities.repository.js';
import { DayPartitions } from '../../src/activities/day-partitions.js';
import type { NewActivity } from '../../src/activities/new-activity.js';
import { FlagUpkeep } from '../../src/flagged-people/flag-upkeep.js';
import { FlaggedPeopleRepository } from '../../src/flagged-people/flagged-people.repository.js';
import { identifierOfRow, type IdentifierRow } from '../../src/identity/user-identifiers.js';
import { eraseUserPoints } from '../../src/user-points/erase-user-points.js';
import { dissociate } from '../../src/user-points/split-identifiers.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';
import { FlagOracle, type ExpectedFlag } from './flag-oracle.js';

let database: TrackingDatabase;
let activities: ActivitiesRepository;
let upkeep: FlagUpkeep;
let list: FlaggedPeopleRepository;
beforeAll(async () => {
  database = await startTrackingDatabase();
  const { dataSource, rules } = database;
  activities = new ActivitiesRepository(dataSource, new DayPartitions(dataSource), rules);
  upkeep = new FlagUpkeep(dataSource, rules.directory, new Metrics('test'), createLogger('tested', 'silent'));
  list = new FlaggedPeopleRepository(dataSource, rules.directory);
});
afterAll(() => database.stop());

const identifiers: Identifier[] = [
  ...['u1', 'u2', 'u3'].map((value) => ({ type: 'USER_ACCOUNT' as const, compartment_id: 'c', value })),
  ...['a@b.c', 'd@e.f', 'g@h.i'].map((address) => ({ type: 'USER_EMAIL' as const, value: emailHash(address) })),
  ...['g1', 'g2', 'g3', 'g4', 'g5'].map((value) => ({ type: 'USER_AGENT' as const, value })),
];
const some = (minLength: number) => fc.uniqueArray(fc.constantFrom(...identifiers), { minLength, maxLength: 3 });

const aStep = fc.record({
  /** The hours that pass before it. */
  hours: fc.constantFrom(0, 1, 24, 47, 48, 49, 5 * 24, 7 * 24, 14 * 24),
  isJudgedBefore: fc.boolean(),
  action: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        store: fc.array(some(1), { minLength: 1, maxLength: 3 }),
        times: fc.integer({ min: 1, max: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ dissociate: some(2) }) },
    { weight: 1, arbitrary: fc.record({ erase: fc.constantFrom(...identifiers) }) },
  ),
});
const limit = fc.integer({ min: 0, max: 2 });
const someRules = fc.record({ accounts: limit, emails: limit, agents: limit, merges: limit });
const aHistory = fc.record({
  rules: someRules,
  /** The rules of before. */
  former: fc.option(someRules, { nil: undefined }),
  steps: fc.array(aStep, { minLength: 1, maxLength: 10 }),
});
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;
type History = typeof aHistory extends fc.Arbitrary<infer T> ? T : never;

let datamarts = 0;
const start = Date.parse('2026-03-01T12:00:00Z');
let clock = start;
const judge = () => upkeep.run(() => clock);
const useRules = (datamart_id: string, flag_rules: FlagRules) =>
  database.rules.directory.apply({ kind: 'datamart', id: datamart_id, organisation_id: '1', flag_rules });

const activity = (datamart_id: string, own: Identifier[]): NewActivity => ({
  datamart_id,
  activity_id: randomUUID(),
  received_ts: clock,
  identifiers: own,
  day: '2026-03-01',
  ts: String(start),
  type: 'TOUCH',
  channel_id: null,
  event_count: 0,
  facts: {},
  writesData: false,
  body: '{"$type":"TOUCH"}',
});

async function act(datamart_id: string, action: Step['action'], oracle: FlagOracle): Promise<void> {
  if ('store' in action) {
    oracle.store(action.store, clock);
    const batch = action.store.map((own) => activity(datamart_id, own));
    for (let time = 0; time < action.times; time++) await activities.insertMany(batch, clock);
  } else if ('dissociate' in action) {
    oracle.dissociate(action.dissociate);
    const claim = { datamart_id, identifiers: action.dissociate };
    await transaction(database.dataSource, (client) => dissociate(client, [claim], clock));
  } else {
    oracle.erase(action.erase);
    const references = [{ identifier: action.erase }];
    await transaction(database.dataSource, (client) => eraseUserPoints(client, datamart_id, references, clock - 1));
  }
}

/** Everyone who is flagged at the end, by identifiers. */
async function flagged(datamart_id: string): Promise<ExpectedFlag[]> {
  const { items, total } = await list.list(datamart_id, { first_result: 0, max_results: 500 }, clock);
  expect(total).toBe(items.length);
  const rows = await database.dataSource.query<IdentifierRow[]>(
    'select * from user_identifiers where datamart_id = $1',
    [datamart_id],
  );
  return items.map(({ user_point_id, reasons }) => ({
    identifiers: rows
      .filter((row) => row.user_point_id === user_point_id)
      .map((row) => identifierKey(identifierOfRow(row)))
      .sort(),
    reasons: reasons.map(({ rule, count, since_ts }) => `${rule} ${count} since ${since_ts}`),
  }));
}

const sorted = (flags: ExpectedFlag[]) =>
  flags.toSorted((a, b) => a.identifiers.join().localeCompare(b.identifiers.join()));

/** Else each judgement would be about the people of all histories before. */
async function forget(datamart_id: string): Promise<void> {
  database.rules.directory.forget(`datamart/${datamart_id}`);
  await database.dataSource.query('delete from flagged_people where datamart_id = $1', [datamart_id]);
}

/** `sabotage` runs before the last judgement. */
const law = (sabotage: (datamart_id: string) => Promise<unknown>) =>
  fc.asyncProperty(aHistory, async ({ rules, former, steps }: History) => {
    const datamart_id = String(++datamarts);
    const oracle = new FlagOracle();
    useRules(datamart_id, former ?? rules);
    for (const { hours, isJudgedBefore, action } of steps) {
      clock += hours * 3_600_000;
      if (isJudgedBefore) await judge();
      await act(datamart_id, action, oracle);
      clock += 1;
    }
    if (former) await judge();
    useRules(datamart_id, rules);
    await sabotage(datamart_id);
    // Older than the time for which a judgement counts.
    clock += 30_000;
    await judge();
    const found = await flagged(datamart_id);
    await forget(datamart_id);
    expect(sorted(found)).toEqual(sorted(oracle.flags(rules, clock)));
  });

describe('flags after any history of activities, duplicates, merges, dissociations, erasures, rules and time', () => {
  it('are those that a naive count of everything yields', () =>
    fc.assert(
      law(() => Promise.resolve()),
      { numRuns: lawRuns(30) },
    ));

  it('are not if a gain is lost', async () => {
    const lose = (datamart_id: string) =>
      database.dataSource.query('delete from gains where datamart_id = $1 and not is_judged', [datamart_id]);
    expect((await fc.check(law(lose), { numRuns: 300, endOnFailure: true })).failed).toBe(true);
  });
});
