import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { identifierDigest } from '@tributary/contracts/tracking/identifier';
import { unitOfWork } from '@tributary/database/transaction';
import { eventually } from '@tributary/testing/eventually';
import { lockWaits } from '@tributary/testing/postgres/lock-waits';
import { Client } from 'pg';
import { AttemptsRepository } from '../src/attempts/attempts.repository.js';
import { eraseWaiting } from '../src/intake/erase-waiting.js';
import { aMessage, analyzed, startAnalysisDatabase, type AnalysisDatabase } from './analysis-database.js';

let database: AnalysisDatabase;
beforeAll(async () => void (database = await startAnalysisDatabase()));
afterAll(() => database.stop());
beforeEach(() => database.clear());

const people = ['a', 'b', 'c', 'd'];
const chain = ['7', '8'];
const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!;

/** How often an erasure has found queues with something to erase. */
let erasures = 0;
async function erase(value: string): Promise<void> {
  const erased = [{ digest: identifierDigest('1', { type: 'USER_AGENT', value }), erasure_ts: Date.now() }];
  while (await unitOfWork(database.dataSource, (work) => eraseWaiting(work, erased))) erasures += 1;
}

/** Claims from one analyzer, and ends what it has got. @returns how many */
async function analyzeSome(analyzer_id: string): Promise<number> {
  const claimed = await database.claim(3, { analyzer_id });
  const next = analyzer_id === '7' ? ['8'] : [];
  if (claimed.length > 0) await database.end(claimed.map((one) => analyzed(one, '{}', next)));
  return claimed.length;
}

it('intake, ends and erasures at the same time end each activity once, and none waits for another for ever', async () => {
  let sent = 0;
  const until = Date.now() + 4_000;
  const repeat = async (work: () => Promise<unknown>) => {
    // In the time of the test a slow machine may erase too little.
    while (Date.now() < until || erasures < 20) await work();
  };
  const send = async () => {
    const batch = Array.from({ length: 5 }, () => aMessage({}, pick(people)));
    sent += batch.length;
    await database.enqueue(batch, [pick(chain)]);
  };
  await Promise.all([
    repeat(send),
    repeat(send),
    ...chain.map((analyzer) => repeat(() => analyzeSome(analyzer))),
    ...chain.map((analyzer) => repeat(() => analyzeSome(analyzer))),
    repeat(() => erase(pick(people)).then(() => sleep(20))),
    repeat(() => erase(pick(people)).then(() => sleep(20))),
  ]);
  for (let left = 1; left > 0;) left = (await analyzeSome('7')) + (await analyzeSome('8'));
  expect(await database.dataSource.query<object[]>('select activity_id from waiting_activities')).toEqual([]);
  for (const { waiting } of await database.waiting()) expect(waiting).toBe('0');
  const published = await database.published();
  expect(published).toHaveLength(sent);
  expect(new Set(published.map(({ activity_id }) => activity_id)).size).toBe(sent);
  expect(published.some(({ outcome }) => outcome === 'erased')).toBe(true);
});

it('the end of an attempt survives the loss of its connection', async () => {
  await database.enqueue([aMessage()]);
  const [claimed] = await database.claim();
  const other = new Client(database.postgres.url);
  await other.connect();
  try {
    await other.query('begin');
    await other.query('update activity_analysis.analysis_queues set waiting = waiting');
    const ending = new AttemptsRepository(database.dataSource).end(analyzed(claimed!));
    await eventually(async () => {
      const waiters = await lockWaits(database.postgres.url, 'analysis_queues');
      expect(waiters).toHaveLength(1);
      await other.query('select pg_terminate_backend($1)', waiters);
    });
    await other.query('commit');
    await ending;
  } finally {
    await other.end();
  }
  expect((await database.published()).map(({ body }) => body)).toEqual(['{"done":1}']);
  expect(await database.waiting()).toEqual([{ analyzer_id: '7', waiting: '0' }]);
});
