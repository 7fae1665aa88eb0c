import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { hourMs } from '@tributary/contracts/rules/time-units';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { transaction } from '@tributary/database/transaction';
import { createLogger } from '@tributary/runtime/logger';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { ActivitiesRepository } from '../../src/activities/activities.repository.js';
import { DayPartitions } from '../../src/activities/day-partitions.js';
import type { NewActivity } from '../../src/activities/new-activity.js';
import { resolveAndMerge } from '../../src/attached-data/resolve-and-merge.js';
import { NamingsUpkeep } from '../../src/links/namings-upkeep.js';
import { deleteIdentifiers, dissociate } from '../../src/user-points/split-identifiers.js';
import { readIdentity } from '../../src/why/read-identity.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';
import { checkLinks, type Named } from './identity-oracle.js';

let database: TrackingDatabase;
let dataSource: DataSource;
let activities: ActivitiesRepository;
beforeAll(async () => {
  database = await startTrackingDatabase();
  dataSource = database.dataSource;
  activities = new ActivitiesRepository(dataSource, new DayPartitions(dataSource), database.rules);
});
afterAll(() => database.stop());

const now = Date.parse('2026-03-01T12:00:00Z');
const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });

const anActivity = (datamart_id: string, names: string[]): NewActivity => ({
  datamart_id,
  activity_id: randomUUID(),
  received_ts: now,
  identifiers: names.map(agent),
  day: '2026-03-01',
  ts: String(now),
  type: 'TOUCH',
  channel_id: null,
  event_count: 0,
  facts: {},
  writesData: false,
  body: '{"$type":"TOUCH"}',
});

const names = (minLength: number) =>
  fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { minLength, maxLength: 4 });
const aBatch = fc.array(names(1), { minLength: 1, maxLength: 4 });
const aStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('activities' as const), batch: aBatch }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('replay' as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('add up' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('associate' as const, 'import' as const), batch: aBatch }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('dissociate' as const),
      batch: fc.array(names(2), { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), batch: fc.tuple(names(1)) }) },
);
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

/** A datamart with what has happened in it. */
class History {
  readonly named: Named[] = [];
  private readonly stored: NewActivity[] = [];
  private phantoms = 0;

  constructor(private readonly datamart_id: string) {}

  async take(step: Step): Promise<void> {
    const { datamart_id } = this;
    switch (step.does) {
      case 'activities': {
        const batch = step.batch.map((own) => anActivity(datamart_id, own));
        await activities.insertMany(batch, now);
        this.stored.push(...batch);
        for (const [index, own] of step.batch.entries()) this.add('ACTIVITY', batch[index]?.activity_id ?? '', own);
        return;
      }
      case 'replay': {
        const replayed = this.stored[step.nth % this.stored.length];
        if (replayed) await activities.insertMany([replayed], now);
        return;
      }
      case 'add up':
        await new NamingsUpkeep(dataSource, createLogger('tested', 'silent')).run(Date.now() + hourMs);
        return;
      case 'associate':
        return this.claim(step.batch, (id) => ({ request: { kind: 'ASSOCIATION', id } }));
      case 'import':
        return this.claim(step.batch, (id) => ({ execution_id: id }));
      case 'dissociate':
        for (const group of step.batch) {
          const identifiers = group.map(agent);
          const run = [{ datamart_id, identifiers }];
          const [isSplit] = await transaction(dataSource, (client) => dissociate(client, run, now));
          if (isSplit) this.forget(group.slice(1));
        }
        return;
      case 'delete':
        await transaction(dataSource, (client) => deleteIdentifiers(client, datamart_id, step.batch[0].map(agent)));
        this.forget(step.batch[0]);
    }
  }

  /** Stores batches of activities one after the other, each twice. */
  async consume(batches: string[][][]): Promise<void> {
    for (const batch of batches) {
      const sent = batch.map((own) => anActivity(this.datamart_id, own));
      for (const own of sent)
        this.add(
          'ACTIVITY',
          own.activity_id,
          own.identifiers.map(({ value }) => value),
        );
      for (let delivered = 0; delivered < 2; delivered++) await activities.insertMany(sent, now);
    }
  }

  /** The people as the API shows them. */
  async people() {
    const { datamart_id } = this;
    const rows = await dataSource.query<{ user_point_id: string }[]>(
      'select distinct user_point_id from user_identifiers where datamart_id = $1',
      [datamart_id],
    );
    return transaction(dataSource, async (client) => {
      const people = [];
      for (const { user_point_id } of rows) people.push(await readIdentity(client, { datamart_id, user_point_id }));
      return people;
    });
  }

  private async claim(
    batch: string[][],
    cause: (id: string) => { execution_id: string } | { request: { kind: 'ASSOCIATION'; id: string } },
  ): Promise<void> {
    const id = randomUUID();
    const claims = batch.map((own) => ({ datamart_id: this.datamart_id, identifiers: own.map(agent), ...cause(id) }));
    await transaction(dataSource, (client) => resolveAndMerge(client, claims, now));
    const kind = 'execution_id' in cause(id) ? 'IMPORT' : 'ASSOCIATION';
    for (const own of batch) this.add(kind, id, own);
  }

  private add(kind: Named['kind'], id: string, own: string[]): void {
    this.named.push({ kind, id, names: own });
  }

  /** All that has named them has named someone else. */
  private forget(left: string[]): void {
    for (const name of left) {
      const phantom = `${name}~${++this.phantoms}`;
      for (const one of this.named) one.names = one.names.map((other) => (other === name ? phantom : other));
    }
  }
}

let datamarts = 0;
it('links are a tree that explains who is one person, after any history', async () => {
  const law = fc.asyncProperty(fc.array(aStep, { minLength: 1, maxLength: 9 }), async (steps) => {
    const history = new History(String(++datamarts));
    for (const step of steps) await history.take(step);
    checkLinks(await history.people(), history.named);
  });
  await fc.assert(law, { numRuns: lawRuns(40) });
});

it('links are the same tree of what has happened at once, from several consumers with replays', async () => {
  const consumer = fc.array(aBatch, { minLength: 1, maxLength: 4 });
  const law = fc.asyncProperty(fc.array(consumer, { minLength: 2, maxLength: 4 }), async (consumers) => {
    const history = new History(String(++datamarts));
    await Promise.all(consumers.map((batches) => history.consume(batches)));
    checkLinks(await history.people(), history.named, { isOrdered: false });
  });
  await fc.assert(law, { numRuns: lawRuns(20) });
});

it('the law notices a count that is wrong by one', async () => {
  const history = new History(String(++datamarts));
  for (let times = 0; times < 2; times++) await history.take({ does: 'activities', batch: [['a', 'b']] });
  const people = await history.people();
  checkLinks(people, history.named);
  const [link] = people[0]?.links ?? [];
  expect(link?.since).toBe(1);
  if (link) link.since += 1;
  expect(() => checkLinks(people, history.named)).toThrow('not explained');
});
