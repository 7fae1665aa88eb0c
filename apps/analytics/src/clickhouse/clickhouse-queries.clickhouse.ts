import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { openClickHouseStore, type ClickHouseTestStore } from '../../test/clickhouse/clickhouse-stores.js';
import { aMessage, anActivity } from '../../test/messages.js';
import { completeBackfill } from '../../test/stores.js';
import { server, database, open } from '../../test/clickhouse/fact-store-fixture.js';

const unavailable: unknown = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' });
const activities = (count: number) => Array.from({ length: count }, () => anActivity());

describe('watermark', () => {
  it('is the time of the newest message of the datamart, in every process, once nothing is missing', async () => {
    const [one, other] = [await open(), await open()];
    await one.store.storeActivities([aMessage({ time: 2_000 }), aMessage({ datamart_id: '2', time: 5_000 })]);
    await other.store.storeActivities([aMessage({ time: 1_000 })]);
    const watermarks = ({ store }: ClickHouseTestStore) =>
      Promise.all(['1', '2', '3'].map((id) => store.watermark(id)));
    expect(await watermarks(other)).toEqual([0, 0, 0]);
    await completeBackfill(one.store);
    expect(await watermarks(other)).toEqual([2_000, 5_000, 0]);
    expect(await other.store.newestWatermark()).toBe(5_000);
  });
});

describe('a report', () => {
  const slow = {
    sql: 'select toFloat64(sum(a.number * b.number)) from numbers(1000000) a, numbers(1000000) b',
    params: [],
  };
  const running = async ({ connection }: ClickHouseTestStore) => {
    const rows = await connection.rows<{ n: number }>(
      `select count() as n from system.processes where query like '%numbers(1000000)%' and query not like '%processes%'`,
    );
    return rows[0]?.n;
  };

  it('that takes too long ends on the server, too, and the next one succeeds', async () => {
    let timeoutMs = 750;
    // A busy machine may need longer than this time to see it run.
    const test = await eventually(async () => {
      const store = await open({ timeoutMs: (timeoutMs *= 2) });
      const outcomes = Promise.allSettled([store.store.query(slow, ['one']), store.store.query(slow, ['one'])]);
      // Control: it runs there.
      const isSeen = eventually(async () => expect(await running(store)).toBeGreaterThan(0), {
        within: timeoutMs,
        every: 20,
      });
      const [seen] = await Promise.allSettled([isSeen]);
      expect((await outcomes).map((outcome) => 'reason' in outcome && (outcome.reason as unknown))).toEqual([
        unavailable,
        unavailable,
      ]);
      expect(seen.status).toBe('fulfilled');
      return store;
    });
    await eventually(async () => expect(await running(test)).toBe(0));
    // A busy machine may need longer than this time.
    await eventually(async () => expect(await test.count()).toBe(0));
  });

  it('that needs too much memory is refused as unavailable', async () => {
    const test = await open({ memory: 20_000_000 });
    const hungry = { sql: 'select toFloat64(length(groupArray(number))) from numbers(100000000)', params: [] };
    await expect(test.store.query(hungry, ['one'])).rejects.toEqual(unavailable);
  });

  it('that is not valid SQL is a defect, not an outage', async () => {
    const test = await open();
    await expect(test.store.query({ sql: 'select nothing', params: [] }, ['one'])).rejects.not.toHaveProperty(
      'code',
      'SERVICE_UNAVAILABLE',
    );
  });

  it('cannot write', async () => {
    const test = await open();
    const write = { sql: 'insert into timelines values (9)', params: [] };
    await expect(test.store.query(write, ['one'])).rejects.toThrow();
    expect(await test.connection.rows('select * from timelines')).toEqual([]);
  });

  it('and a message are refused after the store is closed', async () => {
    const test = await openClickHouseStore(database);
    await test.close();
    await expect(test.store.query({ sql: 'select 1', params: [] }, ['one'])).rejects.toEqual(unavailable);
    await expect(test.store.storeActivities([aMessage()])).rejects.toEqual(unavailable);
  });
});

describe('a server that does not answer', () => {
  it('makes writes and reports unavailable, and has every acknowledged message when it is back', async () => {
    const test = await open();
    const message = aMessage({ activities: activities(3) });
    await test.store.storeActivities([message]);
    await server().kill();
    try {
      await expect(test.store.storeActivities([aMessage({ id: 'later' })])).rejects.toEqual(unavailable);
      await expect(test.count()).rejects.toEqual(unavailable);
      expect(await test.store.isOpen()).toBe(false);
      await sleep(100);
    } finally {
      await server().start();
    }
    await eventually(() => test.store.storeActivities([message, aMessage({ id: 'later' })]));
    expect([await test.count(), await test.store.isOpen()]).toEqual([4, true]);
  });
});

describe('open', () => {
  it('refuses a database of a newer version', async () => {
    const test = await open();
    await test.connection.insert('migrations', [{ version: 1_000 }]);
    await expect(open()).rejects.toThrow('version 1000');
  });

  it('refuses a wrong password at once', async () => {
    await expect(open({ user: 'unknown', password: 'wrong' })).rejects.toThrow(/Authentication failed/);
  });
});
