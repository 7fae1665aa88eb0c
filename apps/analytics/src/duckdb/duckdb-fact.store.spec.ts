import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { aMerge, aMessage, anActivity, anErasure, aSegmentChange } from '../../test/messages.js';
import { completeBackfill } from '../../test/stores.js';
import { startOver } from './duckdb-file.js';
import { activities, directory, file, open } from '../../test/duckdb-fixture.js';

const dayMs = 86_400_000;

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
    const run = (sql: string) => store.query({ sql, params: [] }, ['one']);
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
    await before.store.query({ sql: 'select 1::double', params: [] }, ['one']);
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
