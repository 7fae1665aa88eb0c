import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { transaction } from '@tributary/database/transaction';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { ResolvedClaim } from '../../src/identity/identity-claim.js';
import { resolveAndMerge } from '../../src/attached-data/resolve-and-merge.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

let database: TrackingDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await startTrackingDatabase({ poolSize: 12 });
  dataSource = database.dataSource;
});
afterAll(() => database.stop());

const workers = 10;
const agent = (number: number): Identifier => ({ type: 'USER_AGENT', value: `g${number}` });
const shuffled = <T>(items: T[]) =>
  items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);

/** Points with an identifier each. */
const makePoints = (datamart_id: string, count: number) =>
  transaction(dataSource, (client) =>
    resolveAndMerge(
      client,
      Array.from({ length: count }, (_, number) => ({ datamart_id, identifiers: [agent(number)] })),
      1,
    ),
  );

const work = (batches: ((client: pg.ClientBase) => Promise<unknown>)[][]) =>
  Promise.allSettled(
    batches.map(async (own) => {
      for (const batch of own) await transaction(dataSource, batch);
    }),
  );
const failures = (outcomes: PromiseSettledResult<void>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String((outcome.reason as Error).cause)] : []));

describe('concurrent merges of the same people', () => {
  it('never deadlock, and end with one user point', async () => {
    for (const datamart_id of ['1', '2', '3']) {
      await makePoints(datamart_id, 60);
      const pairs = Array.from({ length: 59 }, (_, number) => [agent(number), agent(number + 1)]);
      const batches = Array.from({ length: workers }, () => {
        const claims = shuffled(pairs).map((identifiers) => ({ datamart_id, identifiers: shuffled(identifiers) }));
        return Array.from(
          { length: 12 },
          (_, batch) => (client: pg.ClientBase) => resolveAndMerge(client, claims.slice(batch * 5, batch * 5 + 5), 2),
        );
      });
      expect(failures(await work(batches))).toEqual([]);
      const points = await dataSource.query<object[]>(
        `select distinct user_point_id from user_identifiers where datamart_id = $1
          union select user_point_id from user_points where datamart_id = $1`,
        [datamart_id],
      );
      expect(points).toHaveLength(1);
    }
  });

  it('deadlock when they lock in no common order (control)', async () => {
    await makePoints('9', 10);
    const ids = await dataSource.query<{ id: string }[]>(
      'select user_point_id as id from user_points where datamart_id = 9',
    );
    const lockInNoOrder = async (client: pg.ClientBase) => {
      for (const { id } of shuffled(ids).slice(0, 5)) {
        await client.query('select from user_points where datamart_id = 9 and user_point_id = $1 for update', [id]);
        await sleep(1);
      }
    };
    const outcomes = await work(
      Array.from({ length: workers }, () => Array<typeof lockInNoOrder>(20).fill(lockInNoOrder)),
    );
    expect(failures(outcomes).join()).toContain('deadlock detected');
  });
});

describe('a user point with very many identifiers', () => {
  const many = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => agent(from + index));
  const resolve = (...claims: Identifier[][]) =>
    transaction(dataSource, async (client) => {
      const resolutions = await resolveAndMerge(
        client,
        claims.map((identifiers) => ({ datamart_id: '20', identifiers })),
        1,
      );
      return resolutions.map(({ claim: _claim, step: _step, ...outcome }: Partial<ResolvedClaim>) => outcome);
    });
  const owner = async (identifier: Identifier) => (await resolve([identifier]))[0];

  it('gets at most 100, also by merges', async () => {
    const [hundred] = await resolve(many(0, 100));
    expect(hundred).toEqual({ user_point_id: expect.any(String) });
    const [other] = await resolve([agent(100)]);
    expect(other).not.toEqual(hundred);
    // Each of the four exceeds the limit, and resolves to the owner of its first identifier.
    const refused = await resolve(
      [agent(100), agent(0)],
      [agent(0), agent(101)],
      [agent(0), agent(100)],
      many(200, 301),
    );
    const overLimit = (point: object | undefined) => ({ ...point, overLimit: true });
    expect(refused).toEqual([
      overLimit(other),
      overLimit(hundred),
      overLimit(hundred),
      overLimit(await owner(agent(200))),
    ]);
    const [{ count } = { count: '' }] = await dataSource.query<{ count: string }[]>(
      'select count(*) from user_identifiers where datamart_id = 20',
    );
    expect(count).toBe('102');
  });

  it('does not exceed the limit through concurrent additions', async () => {
    await resolve(many(1_000, 1_090));
    const adders = many(2_000, 2_020).map(
      (added) => (client: pg.ClientBase) =>
        resolveAndMerge(client, [{ datamart_id: '20', identifiers: [agent(1_000), added] }], 1),
    );
    expect(failures(await work(adders.map((adder) => [adder])))).toEqual([]);
    const point = await owner(agent(1_000));
    const [{ count } = { count: '' }] = await dataSource.query<{ count: string }[]>(
      'select count(*) from user_identifiers where datamart_id = 20 and user_point_id = $1',
      [(point as { user_point_id: string }).user_point_id],
    );
    expect(count).toBe('100');
  });
});
