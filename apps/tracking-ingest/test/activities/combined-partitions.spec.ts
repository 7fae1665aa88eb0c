import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Received } from '@tributary/bus/messages/message';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { query } from '@tributary/database/transaction';
import { StoreActivitiesHandler } from '../../src/activities/store-activities.handler.js';
import { startTracking } from '../tracking.js';

let tracking: Awaited<ReturnType<typeof startTracking>>;
let handler: StoreActivitiesHandler;
beforeAll(async () => {
  tracking = await startTracking();
  handler = tracking.app.app.get(StoreActivitiesHandler, { strict: false });
});
afterAll(() => tracking.stop());

function aMessage(
  partition: number,
  activity_id: string = randomUUID(),
  difference: Partial<ActivityReceived> = {},
): Received<ActivityReceived> {
  const identifiers = [{ type: 'USER_AGENT' as const, value: activity_id }];
  const received_ts = Date.now();
  const body = '{"$type":"TOUCH"}';
  const value = { datamart_id: '1', activity_id, received_ts, identifiers, body, ...difference };
  const bundlePosition = { partition, offset: BigInt(++offsets) };
  return {
    topic: activityReceived.name,
    key: `1|${partition}`,
    value,
    id: activity_id,
    time: received_ts,
    bundlePosition,
  };
}
let offsets = 0;

/** The batches of as many partitions as Kafka delivers at once. */
const partitions = Array.from({ length: activityReceived.partitions }, (_, partition) => partition);

async function transactionsOf(messages: Received<ActivityReceived>[]) {
  const { rows } = await query<{ activities: number; transactions: number }>(
    tracking.database,
    `select count(*)::int as activities, count(distinct xmin::text)::int as transactions from activities
      where activity_id = any($1::uuid[])`,
    [messages.map(({ id }) => id)],
  );
  return rows[0];
}

describe('batches of several partitions', () => {
  it('share a transaction when they come at once', async () => {
    const batches = partitions.map((partition) => [aMessage(partition)]);
    await Promise.all(batches.map((batch) => handler.handle(batch)));
    expect(await transactionsOf(batches.flat())).toEqual({ activities: partitions.length, transactions: 1 });
  });

  it('have a transaction each when they come one after the other (control)', async () => {
    const batches = [0, 1, 2].map((partition) => [aMessage(partition)]);
    for (const batch of batches) await handler.handle(batch);
    expect(await transactionsOf(batches.flat())).toEqual({ activities: 3, transactions: 3 });
  });

  it('are stored although one of them can never be', async () => {
    const poison = aMessage(0, 'no uuid');
    const batches = partitions.map((partition) => [partition === 0 ? poison : aMessage(partition)]);
    const results = await Promise.allSettled(batches.map((batch) => handler.handle(batch)));
    expect(results.map(({ status }) => status === 'rejected')).toEqual(partitions.map((partition) => partition === 0));
    const others = batches.flat().filter((message) => message !== poison);
    expect(await transactionsOf(others)).toMatchObject({ activities: partitions.length - 1 });
  });

  it('store an id once that two of them have', async () => {
    const one = aMessage(1);
    const results = await Promise.all([handler.handle([one]), handler.handle([aMessage(2, one.id)])]);
    expect(results).toEqual([[], []]);
    expect(await transactionsOf([one])).toEqual({ activities: 1, transactions: 1 });
  });

  it.each([
    ['stores', [{}, { outcome: 'dropped' }], { stored: 1, dropped: 0 }],
    ['drops', [{ outcome: 'dropped' }, {}], { stored: 0, dropped: 1 }],
  ] as const)('%s an id that two of them have, as the first one says', async (_case, differences, outcome) => {
    const [datamart_id, id] = [String(++datamarts), randomUUID()];
    const messages = differences.map((difference, index) => aMessage(index, id, { datamart_id, ...difference }));
    await Promise.all(messages.map((message) => handler.handle([message])));
    expect(await countsOf(datamart_id)).toEqual({ ...outcome, duplicate: 1 });
    expect(await transactionsOf(messages)).toMatchObject({ activities: outcome.stored });
  });

  it('share a transaction with those that have ended activities only', async () => {
    const datamart_id = String(++datamarts);
    const ended = (['dropped', 'erased', 'duplicate'] as const).map((outcome, index) =>
      aMessage(index, undefined, { datamart_id, outcome, body: '' }),
    );
    const others = [3, 4].map((partition) => aMessage(partition, undefined, { datamart_id }));
    await Promise.all([...ended, ...others].map((message) => handler.handle([message])));
    expect(await countsOf(datamart_id)).toEqual({ stored: 2, dropped: 1, duplicate: 1 });
    expect(await transactionsOf(others)).toEqual({ activities: 2, transactions: 1 });
  });
});

let datamarts = 100;
async function countsOf(datamart_id: string) {
  const { rows } = await query(
    tracking.database,
    `select sum(stored)::int as stored, sum(dropped)::int as dropped, sum(duplicate)::int as duplicate
      from activity_counts where datamart_id = $1`,
    [datamart_id],
  );
  return rows[0];
}
