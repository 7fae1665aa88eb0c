import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import { claimActivities } from '../src/attempts/claim-activities.js';
import type { Limit } from '../src/permits/limits-of.js';
import { aMessage, analyzed, startAnalysisDatabase, type AnalysisDatabase } from './analysis-database.js';

let database: AnalysisDatabase;
beforeAll(async () => void (database = await startAnalysisDatabase()));
afterAll(() => database.stop());
beforeEach(() => database.clear());

const aLimit = (difference: Partial<Limit>): Limit => ({ throttling_id: 'a', throttling_key: '', ...difference });
const claim = (limits: Limit[], { room = 10, lifetimeMs = 60_000, datamart_id = '1' } = {}) =>
  transaction(database.dataSource, (client) =>
    claimActivities(client, { analyzer_id: '7', datamart_id }, { room, limits, lifetimeMs }),
  );
const enqueue = (count: number, value = {}) => database.enqueue(Array.from({ length: count }, () => aMessage(value)));

it('allows no more calls at once than a concurrency, over all processes', async () => {
  await enqueue(50);
  let inProgress = 0;
  let most = 0;
  /** Claims and ends activities until none is left. */
  const work = async () => {
    for (let idle = 0; idle < 20;) {
      const { activities } = await claim([aLimit({ max_concurrency: 3 })]);
      idle = activities.length === 0 ? idle + 1 : 0;
      inProgress += activities.length;
      most = Math.max(most, inProgress);
      await sleep(5);
      inProgress -= activities.length;
      if (activities.length > 0) await database.end(activities.map((one) => analyzed(one)));
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect(most).toBe(3);
  expect(await database.published()).toHaveLength(50);
});

it('takes all permits of a call or none', async () => {
  await enqueue(5);
  const limits = [aLimit({ max_concurrency: 4 }), aLimit({ throttling_id: 'b', max_concurrency: 2 })];
  expect((await claim(limits)).activities).toHaveLength(2);
  expect(await claim(limits)).toMatchObject({ activities: [], refusal: { throttling_id: 'b' } });
  const counts = await database.dataSource.query<object[]>(
    'select throttling_id, count(*)::int from permits group by 1 order by 1',
  );
  expect(counts).toEqual([
    { throttling_id: 'a', count: 2 },
    { throttling_id: 'b', count: 2 },
  ]);
});

it('counts the calls of each key by themselves', async () => {
  await enqueue(5);
  await enqueue(5, { datamart_id: '2' });
  const limitOf = (throttling_key: string) => [aLimit({ throttling_key, max_concurrency: 2 })];
  expect((await claim(limitOf('1'))).activities).toHaveLength(2);
  expect((await claim(limitOf('2'), { datamart_id: '2' })).activities).toHaveLength(2);
});

it('takes no permit without an activity', async () => {
  const limits = [aLimit({ max_concurrency: 1, max_qps: 0.01 })];
  expect((await claim(limits)).activities).toEqual([]);
  await enqueue(1);
  expect((await claim(limits)).activities).toHaveLength(1);
});

it('gives the permits of a killed process back when they end', async () => {
  await enqueue(2);
  const limits = [aLimit({ max_concurrency: 1 })];
  await claim(limits);
  expect((await claim(limits)).activities).toEqual([]);
  await database.dataSource.query('update permits set expiration_time = now()');
  expect(await claim(limits)).toMatchObject({ expiredPermits: 1, activities: [expect.anything()] });
});

it('waits as long as a rate says, and recovers from an arrival time of a wrong clock', async () => {
  await enqueue(3);
  const limits = [aLimit({ max_qps: 0.002 })];
  expect((await claim(limits)).activities).toHaveLength(1);
  const { activities, refusal } = await claim(limits);
  expect(activities).toEqual([]);
  expect(refusal?.waitMs).toBeGreaterThan(300_000);
  expect(refusal?.waitMs).toBeLessThanOrEqual(500_000);
  await database.dataSource.query('update throttle_states set arrival_ms = arrival_ms + 3600000');
  const refused = await claim(limits);
  expect(refused.refusal?.waitMs).toBeLessThanOrEqual(500_000);
  await database.dataSource.query('update throttle_states set arrival_ms = arrival_ms - $1', [refused.refusal?.waitMs]);
  expect((await claim(limits)).activities).toHaveLength(1);
});
