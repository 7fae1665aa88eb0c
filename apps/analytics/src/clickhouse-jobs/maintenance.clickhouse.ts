import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { pino } from 'pino';
import { withClickHouse } from '../../test/clickhouse/clickhouse-databases.js';
import { openClickHouseStore, type ClickHouseTestStore } from '../../test/clickhouse/clickhouse-stores.js';
import { aMeasurement, aMerge, aMessage, anActivity, anErasure, aSegmentChange } from '../../test/messages.js';
import { repairSurvivors } from './repair-survivors.js';
import { Maintenance } from './maintenance.js';

const dayMs = 86_400_000;
const { newDatabase } = withClickHouse();

let test: ClickHouseTestStore;
let jobs: Maintenance;
beforeEach(async () => {
  const options = newDatabase();
  test = await openClickHouseStore(options);
  jobs = new Maintenance(options, () => true, pino({ level: 'silent' }));
});
afterEach(async () => {
  await jobs.beforeApplicationShutdown();
  await test.close();
});

/** Rows on the disk, those that a lightweight delete hides included. */
async function onDisk(table: string, condition = 'true'): Promise<number> {
  const sql = `select count() as n from ${table} where ${condition} settings apply_deleted_mask = 0`;
  const [row] = await test.connection.rows<{ n: number }>(sql);
  return row?.n ?? 0;
}

async function totals(datamart = '1'): Promise<unknown[]> {
  const sql = `select toFloat64(count(*)), toFloat64(count(distinct user_point_id)) from ${test.store.dialect.facts(`'${datamart}'`)}`;
  return (await test.store.query({ sql, params: [] }, ['spec']))[0] ?? [];
}

describe('the jobs', () => {
  it.each([
    ['a survivor', true],
    ['a merged id', false],
  ])('delete people from the disk of whom %s was erased, and what arrives later', async (_case, isSurvivor) => {
    const [low = '', high = '', later = '', other = ''] = Array.from({ length: 4 }, () => randomUUID()).sort();
    const [merged, one] = isSurvivor ? [low, high] : [high, low];
    const of = (id: string) => aMessage({ activities: [anActivity({ user_point_id: id })] });
    await test.store.storeActivities([of(one), of(merged), of(other)]);
    await test.store.changeSegments([aSegmentChange([{ user_point_id: merged }, { user_point_id: other }])]);
    await test.store.mergeUserPoints([aMerge([[merged, one]])]);
    await test.store.eraseUserPoints([anErasure([merged])]);
    const erased = `user_point_id in ('${[one, merged, later].join("','")}')`;
    // Control: no report has them, but the disk does.
    expect(await totals()).toEqual([1, 1]);
    expect([await onDisk('facts', erased), await onDisk('memberships', erased)]).toEqual([2, 1]);
    await jobs.run();
    expect([await onDisk('facts', erased), await onDisk('memberships', erased)]).toEqual([0, 0]);
    await test.store.mergeUserPoints([aMerge([[later, merged]])]);
    await test.store.storeActivities([of(later), of(one)]);
    expect([await totals(), await onDisk('facts', erased)]).toEqual([[1, 1], 2]);
    await jobs.run();
    expect([await totals(), await onDisk('facts', erased)]).toEqual([[1, 1], 0]);
    expect([await onDisk('facts'), await onDisk('memberships')]).toEqual([1, 1]);
  });

  it('find survivors that were lost, and change none that is right', async () => {
    const ids = Array.from({ length: 12 }, () => randomUUID()).sort();
    await test.store.storeActivities([aMessage({ activities: ids.map((id) => anActivity({ user_point_id: id })) })]);
    const chain = ids.slice(1).map((id, index): [string, string] => [id, ids[index] ?? id]);
    await test.store.mergeUserPoints([aMerge(chain)]);
    await test.store.mergeUserPoints([aMerge([[ids[3] ?? '', randomUUID()]], { datamart_id: '2' })]);
    const stored = 'select * from survivors final order by all';
    const before = await test.connection.rows(stored);
    expect(await repairSurvivors(test.connection, 0)).toBe(0);
    await test.connection.command('truncate table survivors');
    // Control: reports need them.
    expect(await totals()).toEqual([12, 12]);
    await jobs.run();
    expect(await totals()).toEqual([12, 1]);
    expect(await test.connection.rows(stored)).toEqual(before);
  });

  it('drop what reports cannot reach any more, also of times that were in the future once', async () => {
    const now = Date.now();
    const at = (ts: number) => anActivity({ ts });
    await test.store.storeActivities([
      aMessage({ activities: [at(now - 100 * dayMs), at(now), at(now + 60 * dayMs)] }),
    ]);
    await test.store.countCollections([aMeasurement({ ts: now - 100 * dayMs }), aMeasurement({ ts: now })]);
    await jobs.run(now);
    expect([await onDisk('facts'), await onDisk('measurements')]).toEqual([3, 2]);
    await jobs.run(now + 90 * dayMs);
    expect([await onDisk('facts'), await onDisk('measurements', '_row_exists')]).toEqual([2, 1]);
    await jobs.run(now + 250 * dayMs);
    expect([await test.count(), await onDisk('measurements', '_row_exists')]).toEqual([0, 0]);
  });

  it('delete the rows of a lost timeline', async () => {
    const id = randomUUID();
    await test.store.storeActivities([aMessage(), aMessage({ activities: [anActivity({ user_point_id: id })] })]);
    await test.store.eraseUserPoints([anErasure([id])]);
    await test.store.storeActivities([aMessage({ timeline: 1 })]);
    expect([await totals(), await onDisk('facts')]).toEqual([[1, 1], 3]);
    await jobs.run();
    expect([await totals(), await onDisk('facts'), await onDisk('erasures', '_row_exists')]).toEqual([[1, 1], 1, 0]);
  });

  it('at any moment change no answer, while processes write and reports run', async () => {
    const people = Array.from({ length: 60 }, () => randomUUID());
    const activities = Array.from({ length: 600 }, (_, index) =>
      anActivity({ user_point_id: people[index % 60] ?? '', ts: Date.now() - (index % 50) * dayMs }),
    );
    await test.store.storeActivities([aMessage({ activities })]);
    await test.store.mergeUserPoints([aMerge(people.slice(1, 20).map((id, index) => [id, people[index] ?? id]))]);
    await test.store.eraseUserPoints([anErasure(people.slice(40, 50))]);
    const expected = [500, 31];
    expect(await totals()).toEqual(expected);
    let running = true;
    const seen = new Set<string>();
    const reports = (async () => {
      while (running) seen.add(JSON.stringify(await totals()));
    })();
    const again = (async () => {
      for (let round = 0; running; round++) {
        await test.store.storeActivities([aMessage({ activities: activities.slice((round % 6) * 100).slice(0, 100) })]);
        await test.store.storeActivities([aMessage({ datamart_id: '2' })]);
      }
    })();
    for (let round = 0; round < 4; round++) {
      await sleep(Math.random() * 300);
      await Promise.all([jobs.run(), round % 2 && test.connection.command('optimize table facts final')]);
    }
    running = false;
    await Promise.all([reports, again]);
    expect([...seen]).toEqual([JSON.stringify(expected)]);
    await jobs.run();
    expect(await totals()).toEqual(expected);
    const erased = `datamart_id = 1 and user_point_id in ('${people.slice(40, 50).join("','")}')`;
    expect(await onDisk('facts', erased)).toBe(0);
  });
});

describe('the jobs of a process', () => {
  /** Takes statements and answers none, like a server at work on a large mutation. */
  let silent: Server;
  let statements: number;
  /** How often the jobs have looked whether they are due. */
  let looks: number;
  beforeEach(async () => {
    [statements, looks] = [0, 0];
    silent = createServer(() => statements++);
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const isOwner = () => ++looks > 0;
    const logger = pino({ level: 'silent' });
    jobs = new Maintenance({ url, user: 'default', password: '', database: 'd' }, isOwner, logger, 10);
    await jobs.onApplicationBootstrap();
    await eventually(() => expect(statements).toBe(1));
  });
  afterEach(() => {
    silent.close().closeAllConnections();
  });

  it('end with it, also in the middle of a statement', async () => {
    const late = sleep(180_000, 'late', { ref: false });
    expect(await Promise.race([jobs.beforeApplicationShutdown(), late])).toBeUndefined();
    expect(statements).toBe(1);
  });

  it('are not due soon after a failure: the server may still be at work', async () => {
    silent.closeAllConnections();
    await eventually(() => expect(looks).toBeGreaterThan(10));
    expect(statements).toBe(1);
  });
});
