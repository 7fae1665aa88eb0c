import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { aMerge, aMessage, anActivity, anErasure, aSegmentChange } from '../../test/messages.js';
import { completeBackfill, openStore, type TestStore } from '../../test/stores.js';
import { startOver } from './duckdb-file.js';

const activities = (count: number) => Array.from({ length: count }, () => anActivity());
const dayMs = 86_400_000;

let directory: string;
let file: string;
const stores: TestStore[] = [];

async function open(options: Parameters<typeof openStore>[0] = {}) {
  const store = await openStore({ path: file, ...options });
  stores.push(store);
  return store;
}

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'facts-'));
  file = path.join(directory, 'facts.duckdb');
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map(({ close }) => close()));
  await rm(directory, { recursive: true });
});

describe('storeActivities', () => {
  it('counts every activity of a message that is larger than a DuckDB vector', async () => {
    const { store, count } = await open();
    await store.storeActivities([aMessage({ activities: activities(5_000) }), aMessage({ activities: activities(3) })]);
    expect(await count()).toBe(5_003);
  });

  it('applies a message once: redelivered, republished on another partition, and twice in one batch', async () => {
    const { store, count } = await open();
    await store.storeActivities([aMessage({ id: 'a', offset: 5 }), aMessage({ id: 'a', offset: 6 })]);
    await store.storeActivities([aMessage({ id: 'a', offset: 5 }), aMessage({ id: 'b', offset: 7 })]);
    await store.storeActivities([aMessage({ id: 'b', partition: 3, offset: 0 }), aMessage({ id: 'b' })]);
    expect(await count()).toBe(2);
  });

  it('counts an activity once per datamart, in one batch and in later ones', async () => {
    const { store, count } = await open();
    const activity = anActivity();
    await store.storeActivities([aMessage({ activities: [activity] }), aMessage({ activities: [activity, activity] })]);
    await store.storeActivities([aMessage({ activities: [activity, anActivity()] })]);
    await store.storeActivities([aMessage({ datamart_id: '2', activities: [activity] })]);
    expect(await count()).toBe(3);
  });

  it('recognizes applied messages after a restart', async () => {
    const before = await open();
    await before.store.storeActivities([aMessage({ id: 'a', offset: 5 }), aMessage({ id: 'b' })]);
    await before.close();
    const { store, count } = await open();
    await store.storeActivities([aMessage({ id: 'a', offset: 5 }), aMessage({ id: 'b' }), aMessage({ id: 'c' })]);
    expect(await count()).toBe(3);
  });

  it('applies a message once when the same batch is passed concurrently', async () => {
    const { store, count } = await open();
    const batch = Array.from({ length: 20 }, (_, offset) => aMessage({ offset }));
    await Promise.all(Array.from({ length: 10 }, () => store.storeActivities(batch)));
    expect(await count()).toBe(20);
  });

  it('counts an activity once although the id of its message is pruned', async () => {
    let now = Date.now();
    const { store, count } = await open({ now: () => now });
    const old = () => [aMessage({ id: 'a', activities: [activity], offset: 5 })];
    const activity = anActivity();
    await store.storeActivities(old());
    now += 9 * dayMs;
    await store.storeActivities([aMessage({ id: 'b', time: now, partition: 1, offset: 5 })]);
    await store.storeActivities(old());
    expect(await count()).toBe(2);
  });

  it('deletes facts that no report includes any more', async () => {
    let now = Date.now();
    const { store, count } = await open({ now: () => now });
    await store.storeActivities([
      aMessage({ activities: [anActivity({ ts: now - 10 * dayMs }), anActivity({ ts: now })] }),
    ]);
    now += 145 * dayMs;
    await store.storeActivities([aMessage()]);
    expect(await count()).toBe(2);
  });

  it('is unavailable while it cannot write for any reason, and counts the messages afterwards', async () => {
    const { store, count } = await open();
    const run = (sql: string) => store.query({ sql, params: [] }, 'one');
    await run('alter table facts rename to facts_elsewhere');
    await expect(store.storeActivities([aMessage({ id: 'a' })])).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'facts cannot be written at the moment: Catalog Error',
    });
    await run('alter table facts_elsewhere rename to facts');
    await store.storeActivities([aMessage({ id: 'a' })]);
    expect(await count()).toBe(1);
  });

  it('stores any text', async () => {
    const { store, count } = await open();
    const texts = ['\u0000', '\ud800', '\u{10ffff}', "'", 'x'.repeat(100_000)];
    await store.storeActivities(
      texts.map((text) => aMessage({ id: text, activities: [anActivity({ type: text, channel_id: text })] })),
    );
    expect(await count()).toBe(texts.length);
  });

  it('ignores an activity at a time beyond every calendar', async () => {
    const { store, count } = await open();
    await store.storeActivities([aMessage({ activities: [anActivity({ ts: 2 ** 63 }), anActivity()] })]);
    expect(await count()).toBe(1);
  });
});

describe('watermark', () => {
  it('ignores merges, erasures and segments, since they contain no activities', async () => {
    const { store } = await open();
    const [one, other] = [randomUUID(), randomUUID()];
    await store.mergeUserPoints([aMerge([[one, other]])]);
    await store.eraseUserPoints([anErasure([one])]);
    await store.changeSegments([aSegmentChange([{ user_point_id: other }])]);
    expect(await store.watermark('1')).toBe(0);
  });

  it('is the time of the newest message of the datamart, also after a restart', async () => {
    const before = await open();
    await before.store.storeActivities([
      aMessage({ time: 2_000, offset: 1 }),
      aMessage({ time: 1_000, offset: 2 }),
      aMessage({ datamart_id: '2', time: 5_000 }),
    ]);
    await completeBackfill(before.store);
    await before.close();
    const { store } = await open();
    expect(await Promise.all(['1', '2', '3'].map((id) => store.watermark(id)))).toEqual([2_000, 5_000, 0]);
  });
});

describe('query', () => {
  const slow = { sql: 'select sum(a.range * b.range)::double from range(1000000) a, range(1000000) b', params: [] };
  const unavailable: unknown = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' });

  it('never sees part of a message while messages are written', async () => {
    const { store, count } = await open();
    let writing = true;
    const appended = (async () => {
      for (let n = 0; n < 30; n++)
        await store.storeActivities([
          aMessage({ activities: activities(100) }),
          aMessage({ activities: activities(400) }),
        ]);
      writing = false;
    })();
    const seen = new Set<number>();
    while (writing) seen.add((await count()) % 500);
    await appended;
    expect([...seen]).toEqual([0]);
  });

  it.each([
    ['does not block writes and file access while all readers are busy', 2, 'written'],
    ['would block them with as many readers as libuv has threads', 4, 'stuck'],
  ])('%s', async (_case, readers, outcome) => {
    const { store, close } = await open({ readers, timeoutMs: 60_000 });
    const reports = Array.from({ length: 10 }, () => store.query(slow, 'one').catch((error: unknown) => error));
    await sleep(1_000);
    const written = store.storeActivities([aMessage()]).then(() => readFile(import.meta.filename));
    const seen = await Promise.race([
      written.then(() => 'written'),
      sleep(readers === 4 ? 1_000 : 180_000, 'stuck', { ref: false }),
    ]);
    await close();
    expect(seen).toBe(outcome);
    expect(await Promise.all(reports)).toEqual(Array(10).fill(unavailable));
    const { count } = await open();
    expect(await count()).toBe(1);
  });

  it('is refused after the store is closed', async () => {
    const { store, close } = await open();
    await close();
    await expect(store.query(slow, 'one')).rejects.toEqual(unavailable);
    await expect(store.storeActivities([aMessage()])).rejects.toEqual(unavailable);
  });

  it('times out while running or waiting, and the next query succeeds', async () => {
    const { store, count } = await open({ timeoutMs: 300 });
    const reports = await Promise.allSettled([
      store.query(slow, 'one'),
      store.query(slow, 'one'),
      store.query(slow, 'one'),
    ]);
    expect(reports).toEqual(Array(3).fill({ status: 'rejected', reason: unavailable }));
    await eventually(async () => expect(await count()).toBe(0));
  });

  it('is refused immediately when the queue is full', async () => {
    const { store } = await open({ maxWaiting: 1, timeoutMs: 60_000 });
    const running = [store.query(slow, 'one'), store.query(slow, 'one'), store.query(slow, 'one')].map((report) =>
      report.catch(() => 'refused'),
    );
    await sleep(50);
    await expect(store.query(slow, 'one')).rejects.toEqual(unavailable);
    await stores[0]?.close();
    expect(await Promise.all(running)).toEqual(['refused', 'refused', 'refused']);
  });

  it('gives the next reader to the tenant with fewer running queries, and limits the queue per tenant', async () => {
    const { store } = await open({ readers: 1, maxWaitingPerTenant: 2, timeoutMs: 60_000 });
    const finished: string[] = [];
    const brief = { sql: 'select sum(hash(r.range) % 7)::double from range(20000000) r', params: [] };
    const ask = (tenant: string) => store.query(brief, tenant).then(() => finished.push(tenant));
    const reports = [ask('loud'), ask('loud'), ask('loud'), ask('quiet')];
    await expect(ask('loud')).rejects.toEqual(unavailable);
    await Promise.all(reports);
    // A query of the loud tenant is running, so that the quiet tenant's is next.
    expect(finished).toEqual(['loud', 'quiet', 'loud', 'loud']);
  });

  it('reports an invalid statement as a defect, not as an outage', async () => {
    const { store } = await open();
    await expect(store.query({ sql: 'select nothing', params: [] }, 'one')).rejects.not.toHaveProperty(
      'code',
      'SERVICE_UNAVAILABLE',
    );
  });
});

describe('open', () => {
  const damages: [string, (whole: Buffer) => Promise<void>][] = [
    ['that is not a database', () => writeFile(file, 'this is not a database'.repeat(1_000))],
    ['that is empty', () => writeFile(file, '')],
    ['whose header is broken', (whole) => writeFile(file, whole.fill(0x5a, 4_096, 4_160))],
    ['that is truncated', (whole) => writeFile(file, whole.subarray(0, whole.length / 2))],
  ];
  it.each(damages)('sets aside a file %s, logs it and starts empty', async (_case, damage) => {
    const before = await open();
    await before.store.storeActivities([aMessage({ activities: activities(2_000) })]);
    await before.close();
    await damage(await readFile(file));
    await writeFile(`${file}.wal`, 'its log');
    const damaged = await readFile(file);
    const { store, count, logged } = await open();
    // Some damage shows only on the first read; the bus then redelivers the message.
    const message = aMessage();
    await eventually(() => store.storeActivities([message]));
    expect(await count()).toBe(1);
    expect(logged()).toMatch(/"level":50.*is damaged and set aside as .*facts\.duckdb\.damaged-/);
    const kept = (await readdir(directory)).filter((name) => name.includes('.damaged-')).sort();
    expect(kept).toEqual([expect.stringMatching(/damaged-[^.]+\.\d+Z$/), expect.stringMatching(/damaged-.*\.wal$/)]);
    expect(await readFile(path.join(directory, kept[0] ?? ''))).toEqual(damaged);
  });

  it('leaves an intact file in place', async () => {
    const before = await open();
    await before.store.storeActivities([aMessage()]);
    await before.close();
    const { count, logged } = await open();
    expect(await count()).toBe(1);
    expect(logged()).toBe('');
    expect((await readdir(directory)).filter((name) => name.includes('.damaged-'))).toEqual([]);
  });

  it('refuses a file of a newer version and does not change it', async () => {
    const before = await open();
    await before.store.query({ sql: 'select 1::double', params: [] }, 'one');
    await before.close();
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const instance = await DuckDBInstance.create(file);
    const connection = await instance.connect();
    await connection.run('insert into meta values (1000)');
    connection.closeSync();
    instance.closeSync();
    await expect(open()).rejects.toThrow('version 1000');
    expect((await readdir(directory)).filter((name) => name.includes('.damaged-'))).toEqual([]);
  });
});

describe('startOver', () => {
  it('renames the file, and the new one needs a backfill until it is requested', async () => {
    const before = await open();
    await before.store.storeActivities([aMessage()]);
    await completeBackfill(before.store);
    expect([await before.store.gaps(), await before.store.nextBackfill()]).toEqual([0, undefined]);
    await before.close();
    const kept = await startOver(file);
    expect(kept).toMatch(/facts\.duckdb\.replaced-/);
    const { store, count } = await open();
    const request_id = await store.nextBackfill();
    expect([await count(), await store.nextBackfill()]).toEqual([0, request_id]);
    await store.markBackfillRequested(String(request_id));
    expect(await store.nextBackfill()).toBeUndefined();
  });

  it('does nothing without a file', async () => expect(await startOver(file)).toBeUndefined());
});
