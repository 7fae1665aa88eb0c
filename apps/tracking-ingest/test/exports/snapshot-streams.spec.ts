import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { DataSource } from 'typeorm';
import { SnapshotStreams, type Send, type StreamLimits } from '../../src/exports/snapshot-streams.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

let database: TrackingDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await startTrackingDatabase();
  ({ dataSource } = database);
});
afterAll(() => database.stop());

const limits: StreamLimits = {
  slots: { held: 2, waiting: 4, byOrganisation: true, shares: [{ held: 2 }] },
  slotWaitMs: 10,
  longestMs: 600_000,
  minBytes: 1,
  progressMs: 600_000,
};
const streams = (changed: Partial<StreamLimits> = {}) => new SnapshotStreams(dataSource, { ...limits, ...changed });
const mebibyte = 'x'.repeat(1024 * 1024);
const endless = async (_client: unknown, send: Send) => {
  while (true) await send(mebibyte);
};
const inTransactions = async () => {
  const [row] = await dataSource.query<{ count: number }[]>(
    `select count(*)::int from pg_stat_activity where state = 'idle in transaction'
      and datname = current_database()`,
  );
  return row?.count;
};

describe('a snapshot stream', () => {
  it('shows the database as it was at its start', async () => {
    const insert = (id: string) =>
      dataSource.query('insert into user_points (datamart_id, user_point_id, creation_ts) values (77, $1, 1)', [id]);
    await insert('00000000-0000-7000-8000-000000000001');
    const opened = await streams().open('1', async (client, send) => {
      await send('points: ');
      await send(mebibyte);
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::int from user_points where datamart_id = 77',
      );
      await send(`${rows[0]?.count}`);
    });
    await insert('00000000-0000-7000-8000-000000000002');
    expect((await text(opened)).replaceAll('x', '')).toBe('points: 1');
  });

  it('that fails before its first text rejects; later it breaks', async () => {
    const failing = (early: boolean) => (_client: unknown, send: Send) =>
      early ? Promise.reject(new Error('early')) : send('begun').then(() => Promise.reject(new Error('late')));
    await expect(streams().open('1', failing(true))).rejects.toThrow('early');
    await expect(text(await streams().open('1', failing(false)))).rejects.toThrow('late');
  });

  it('gives back its connection and its slot when the reader goes', async () => {
    const opener = streams();
    for (let round = 0; round < 3; round++) {
      const opened = await opener.open('1', endless);
      opened.destroy();
      await eventually(() => expect(opener.organisations()).toEqual([]));
    }
    await eventually(async () => expect(await inTransactions()).toBe(0));
  });

  it.each([
    ['the reader takes too little', { minBytes: 1024 * 1024, progressMs: 20 }, 'too slow'],
    ['it lasts too long', { longestMs: 20 }, 'too long'],
  ])('breaks when %s', async (_case, changed, reason) => {
    const opened = await streams(changed).open('1', endless);
    const [error] = (await once(opened, 'error')) as [Error];
    expect(error.message).toContain(reason);
    await eventually(async () => expect(await inTransactions()).toBe(0));
  });

  it('(control) goes on while the reader takes enough', async () => {
    let sent = 0;
    const opened = await streams({ minBytes: 1, progressMs: 1_000 }).open('1', async (_client, send) => {
      // For longer than two looks at its progress. A busy machine may stop the process for longer than a short one lasts.
      for (const begun = performance.now(); performance.now() - begun < 2_500; sent++)
        await send(mebibyte.slice(0, 65_536));
    });
    let taken = 0;
    for await (const piece of opened) taken += String(piece).length;
    expect(taken).toBe(sent * 65_536);
  });

  it('beyond those that may run at once is refused with the time after which it may succeed', async () => {
    const opener = streams();
    const running = [await opener.open('1', endless), await opener.open('1', endless)];
    await expect(opener.open('1', endless)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter_s: 600 });
    for (const one of running) one.destroy();
    await eventually(() => expect(opener.organisations()).toEqual([]));
    (await opener.open('1', endless)).destroy();
  });

  it('takes turns by organisation: who has none is served before who has one', async () => {
    const opener = streams({ slotWaitMs: 600_000 });
    const running = [await opener.open('1', endless), await opener.open('1', endless)];
    const order: string[] = [];
    const waiting = ['1', '2'].map(async (organisation) => {
      const opened = await opener.open(organisation, endless);
      order.push(organisation);
      return opened;
    });
    running[0]?.destroy();
    const second = await waiting[1];
    expect(order).toEqual(['2']);
    running[1]?.destroy();
    (await waiting[0])?.destroy();
    second?.destroy();
    await eventually(() => expect(opener.organisations()).toEqual([]));
  });
});
