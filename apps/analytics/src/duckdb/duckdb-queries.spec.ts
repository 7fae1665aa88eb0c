import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { aMessage } from '../../test/messages.js';
import { activities, stores, open } from '../../test/duckdb-fixture.js';

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
    let attempts = 0;
    // On a busy machine the readers may not be busy yet when the message comes.
    await eventually(async () => {
      const { store, close } = await open({ readers, timeoutMs: 60_000 });
      const reports = Array.from({ length: 10 }, () => store.query(slow, ['one']).catch((error: unknown) => error));
      await sleep(200);
      const written = store.storeActivities([aMessage()]).then(() => readFile(import.meta.filename));
      attempts += 1;
      const seen = await Promise.race([
        written.then(() => 'written'),
        sleep(readers === 4 ? 1_000 : 180_000, 'stuck', { ref: false }),
      ]);
      await close();
      expect(await Promise.all(reports)).toEqual(Array(10).fill(unavailable));
      expect(seen).toBe(outcome);
    });
    const { count } = await open();
    expect(await count()).toBe(attempts);
  });

  it('is refused after the store is closed', async () => {
    const { store, close } = await open();
    await close();
    await expect(store.query(slow, ['one'])).rejects.toEqual(unavailable);
    await expect(store.storeActivities([aMessage()])).rejects.toEqual(unavailable);
  });

  it('times out while running or waiting, and the next query succeeds', async () => {
    const { store, count } = await open({ timeoutMs: 300 });
    const reports = await Promise.allSettled([
      store.query(slow, ['one']),
      store.query(slow, ['one']),
      store.query(slow, ['one']),
    ]);
    expect(reports).toEqual(Array(3).fill({ status: 'rejected', reason: unavailable }));
    // A busy machine may need longer than this time.
    await eventually(async () => expect(await count()).toBe(0));
  });

  it('is refused immediately when the queue is full', async () => {
    const { store } = await open({ maxWaiting: 1, timeoutMs: 60_000 });
    const running = [store.query(slow, ['one']), store.query(slow, ['one']), store.query(slow, ['one'])].map((report) =>
      report.catch(() => 'refused'),
    );
    await sleep(50);
    await expect(store.query(slow, ['one'])).rejects.toEqual(unavailable);
    await stores[0]?.close();
    expect(await Promise.all(running)).toEqual(['refused', 'refused', 'refused']);
  });

  it('gives the next reader to the organisation with fewer running queries, and limits the queue of a datamart', async () => {
    const { store } = await open({ readers: 1, maxWaitingPerDatamart: 2, timeoutMs: 60_000 });
    const finished: string[] = [];
    const brief = { sql: 'select sum(hash(r.range) % 7)::double from range(20000000) r', params: [] };
    const ask = (organisation: string) =>
      store.query(brief, [organisation, 'its datamart']).then(() => finished.push(organisation));
    const reports = [ask('loud'), ask('loud'), ask('loud'), ask('quiet')];
    await expect(ask('loud')).rejects.toEqual(unavailable);
    await Promise.all(reports);
    // A query of the loud organisation is running, so that the quiet one's is next.
    expect(finished).toEqual(['loud', 'quiet', 'loud', 'loud']);
  });

  it('leaves a place to wait to an organisation that has none, however many datamarts others ask with', async () => {
    const { store } = await open({ readers: 1, maxWaiting: 8, timeoutMs: 60_000 });
    const brief = { sql: 'select sum(hash(r.range) % 7)::double from range(20000000) r', params: [] };
    const refused: string[] = [];
    const ask = (organisation: string, datamart: number) =>
      store.query(brief, [organisation, String(datamart)]).catch(() => refused.push(organisation));
    const reports = [ask('quiet', 0), ...Array.from({ length: 20 }, (_, datamart) => ask('loud', datamart))];
    reports.push(ask('quiet', 1), ask('third', 2));
    await Promise.all(reports);
    expect(new Set(refused)).toEqual(new Set(['loud']));
  });

  it('reports an invalid statement as a defect, not as an outage', async () => {
    const { store } = await open();
    await expect(store.query({ sql: 'select nothing', params: [] }, ['one'])).rejects.not.toHaveProperty(
      'code',
      'SERVICE_UNAVAILABLE',
    );
  });
});
