import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { lockWaits } from '@tributary/testing/postgres/lock-waits';
import { Client } from 'pg';
import { reader } from '../booted-analysis.js';
import { backlog, bootNeighbours, quarter, type Neighbours } from './neighbours.js';

// Over Kafka an activity was acknowledged before its organisation has no place for it.

let product: Neighbours;
beforeEach(async () => {
  product = await bootNeighbours();
  await product.join('2');
});
afterEach(() => product.close());

const greedy = (activities: number) => Array.from({ length: activities }, () => ({ channel_id: 'greedy' }));
const victim = { datamart_id: '2', channel_id: '2' };

/** The ends of the activities of a datamart, counted. */
function endsOf(datamart_id: string): Record<string, number> {
  const ends: Record<string, number> = {};
  for (const { outcome = 'stored', error_analyzer_id, ...ended } of product.ended) {
    if (ended.datamart_id !== datamart_id) continue;
    const end = error_analyzer_id === undefined ? outcome : `${outcome} after ${error_analyzer_id}`;
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return ends;
}

/** Waits until so many activities of the greedy organisation have this end, beside those that wait. */
async function untilEnded(activities: number, end: string): Promise<number> {
  const exceeding = activities - ((await product.waitingOf()) ?? 0);
  await eventually(() => expect(endsOf('1')).toEqual({ [end]: exceeding }));
  return exceeding;
}

async function failuresOf(analyzer_id: string) {
  const response = await product.as(reader)(`/v1/activity_analyzers/${analyzer_id}/failures`);
  return (await response.json()) as { data: { class: string; attempts: number }[]; total: number };
}

describe('a batch of Kafka with more activities than their organisation may have', () => {
  it('is taken: the rest ends by the strategy of its analyzer, and activities of others in it are analyzed', async () => {
    await product.deliver([victim, ...greedy(500)]);
    await product.deliver([...greedy(499), victim, ...greedy(500), victim]);
    await eventually(() => expect(endsOf('2')).toEqual({ stored: 3 }));
    const exceeding = await untilEnded(1_499, 'dropped_on_error');
    // Activities of the other organisation may have waited at that moment.
    expect(exceeding - (1_499 - (backlog - quarter))).toBeLessThanOrEqual(3);
    const { data, total } = await failuresOf('1');
    expect(total).toBe(exceeding);
    for (const failure of data) expect(failure).toMatchObject({ class: 'EXPIRED', attempts: 0 });
  });

  it('ends once, also if it is delivered again', async () => {
    await product.deliver([victim, ...greedy(900)]);
    await product.redeliver(await product.deliver(greedy(50)));
    await untilEnded(950, 'dropped_on_error');
  });

  it('remembers what it has dropped: a resend is a duplicate', async () => {
    await product.deliver([victim, ...greedy(900)]);
    const [last] = (await product.deliver(greedy(3))).toReversed();
    await product.deliver([last!.value]);
    await eventually(() => expect(endsOf('1')).toMatchObject({ duplicate: 1 }));
  });

  it('ends an activity once that is in it twice', async () => {
    await product.deliver([victim, ...greedy(900)]);
    const one = { channel_id: 'greedy', activity_id: randomUUID() };
    await product.deliver([...greedy(3), one, one]);
    await eventually(() => expect(endsOf('1')).toMatchObject({ duplicate: 1 }));
  });

  it('stores what each strategy of a chain stores', async () => {
    await product.throttled('1', 'STORE_WITH_ERROR_ID');
    await product.throttled('3', 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS');
    await product.throttled('4', 'DROP');
    await product.select('greedy', ['1', '3', '4']);
    await product.deliver([victim, ...greedy(900)]);
    const exceeding = await untilEnded(900, 'stored after 1');
    expect(exceeding).toBeGreaterThanOrEqual(900 - (backlog - quarter));
    for (const [analyzer_id, total] of Object.entries({ 1: exceeding, 3: exceeding, 4: 0 }))
      expect(await failuresOf(analyzer_id)).toMatchObject({ total });
  });

  it('leaves no count behind when its connection is lost', async () => {
    await product.deliver(greedy(600));
    const other = new Client(product.postgres.url);
    await other.connect();
    try {
      await other.query(`begin; select pg_advisory_xact_lock(hashtext('activity-analysis.backlog'))`);
      const lost = product.deliver(greedy(100)).catch((error: { code: string }) => error.code);
      await eventually(async () => {
        const waiters = await lockWaits(product.postgres.url, "hashtext('activity-analysis.backlog')");
        expect(waiters).toHaveLength(1);
        await other.query('select pg_terminate_backend($1)', waiters);
      });
      expect(await lost).toBe('SERVICE_UNAVAILABLE');
    } finally {
      await other.end();
    }
    await product.deliver(greedy(1));
    const [counted] = await product.dataSource.query<{ sum: string }[]>('select sum(waiting) from analysis_queues');
    expect([Number(counted?.sum), await product.waitingOf()]).toEqual([601, 601]);
  });

  it('(control) waits behind its first ones for good without shares: an older version took no batch then', async () => {
    await product.own('2', '1');
    await product.deliver([victim, ...greedy(999)]);
    await eventually(() => expect(endsOf('2')).toEqual({ stored: 1 }));
    await product.deliver(greedy(999));
    await expect(product.deliver([victim])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('a batch of Kafka while all places are taken', () => {
  it('waits, if no other organisation has analyzers: it holds up none', async () => {
    await product.select('2', [], '2');
    await product.deliver(greedy(999));
    await product.deliver(greedy(999));
    expect(await product.waitingOf()).toBe(1_998);
    await expect(product.deliver(greedy(1))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(product.ended).toEqual([]);
    await product.select('2', ['2'], '2');
    await product.deliver([...greedy(1), victim]);
    await eventually(() => expect(endsOf('2')).toEqual({ stored: 1 }));
  });
});
