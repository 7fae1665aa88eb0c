import { expect } from '@jest/globals';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { eventually } from '@tributary/testing/eventually';
import { lockWaits } from '@tributary/testing/postgres/lock-waits';
import { PluginDouble, unchanged } from '@tributary/testing/plugin-double';
import type { TestPostgres } from '@tributary/testing/postgres/postgres';
import { DataSource } from 'typeorm';
import { IntakeRepository } from '../../src/intake/intake.repository.js';
import { aMessage, at } from '../analysis-database.js';
import { bootAnalysis } from '../booted-analysis.js';

/** Places for activities that wait, of all organisations together. */
export const backlog = 1_000;
export const quarter = backlog / 4;

type Strategy = 'DROP' | 'STORE_WITH_ERROR_ID' | 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS';

/**
 * The app with a few places. Organisation 1 has throttled its plugin to a call in a hundred seconds, in datamart 1 with channel
 * `greedy`. The plugins of other organisations answer at once: `o<n>` has datamart and channel `<n>`.
 */
export async function bootNeighbours({ postgres }: { postgres?: TestPostgres } = {}) {
  const plugin = await PluginDouble.start(unchanged);
  const product = await bootAnalysis({ settings: { ANALYSIS_BACKLOG: backlog }, ...(postgres && { postgres }) });
  const worker = { url: plugin.url, worker_id: 'w-1', token_sha256: 'ab'.repeat(32) };
  const intake = product.app.get(IntakeRepository, { strict: false });
  const dataSource = product.app.get(DataSource, { strict: false });
  let offset = 0;
  /** Its next call is due in a minute and a half. */
  const throttled = async (id: string, strategy: Strategy) => {
    await dataSource.query(
      `insert into throttle_states values ($1, '', extract(epoch from now()) * 1000 + 90000) on conflict do nothing`,
      [`version/${id}`],
    );
    await product.register(id, { worker, strategy, max_qps: 0.01 });
  };
  await throttled('1', 'DROP');
  await product.select('greedy', ['1']);
  return {
    ...product,
    plugin,
    throttled,
    /** Organisations with plugins that answer at once. */
    join: async (...numbers: string[]) => {
      for (const number of numbers) {
        await product.own(number, `o${number}`);
        await product.register(number, { worker });
        await product.select(number, [number], number);
      }
    },
    /** Sends activities of the organisation with the throttled plugin in requests of up to 100. @returns how many were refused */
    flood: async (activities: number) => {
      let refused = 0;
      for (let left = activities; left > 0; left -= 100) {
        const request = Array.from({ length: Math.min(left, 100) }, () => ({ channel_id: 'greedy' }));
        await product.send(request).catch((error: { code: string }) => {
          expect(error.code).toBe('SERVICE_UNAVAILABLE');
          refused += 1;
        });
      }
      return refused;
    },
    /** Sends one activity of the organisation, as a request. */
    post: (number: string) => product.send([{ datamart_id: number, channel_id: number }]),
    /** A batch as Kafka delivers it, with activities of several organisations. */
    deliver: async (values: Partial<ActivityToAnalyze>[]) => {
      const batch = values.map((value) => at(aMessage(value), offset++));
      await intake.enqueue(batch);
      return batch;
    },
    redeliver: (batch: ReturnType<typeof at>[]) => intake.enqueue(batch),
    /** The activities of a datamart that wait. */
    waitingOf: async (datamart_id = '1') => {
      const [row] = await dataSource.query<{ waiting: number }[]>(
        'select count(*)::int as waiting from waiting_activities where datamart_id = $1',
        [datamart_id],
      );
      return row?.waiting;
    },
    /** Transactions that wait until they may add to the backlog. */
    waitingForLocks: async () => {
      return (await lockWaits(product.postgres.url, "hashtext('activity-analysis.backlog')")).length;
    },
    dataSource,
    close: async () => {
      await product.stop();
      await plugin.close();
    },
  };
}

export type Neighbours = Awaited<ReturnType<typeof bootNeighbours>>;

/** Waits until activities that were sent have ended, and expects that those of the organisation with the throttled plugin all wait. */
export async function expectUndelayed(
  product: Neighbours,
  send: () => Promise<{ activity_id: string }[]>,
): Promise<void> {
  const ids = (await send()).map(({ activity_id }) => activity_id);
  await eventually(() =>
    expect(product.ended.map(({ activity_id }) => activity_id)).toEqual(expect.arrayContaining(ids)),
  );
  expect(product.ended.filter(({ datamart_id }) => datamart_id === '1')).toEqual([]);
}
