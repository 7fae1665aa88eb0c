import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../eventually.js';
import { queryDatabase } from './query-database.js';
import { type PostgresPair, startPostgresPair } from './postgres-pair.js';

let pair: PostgresPair | undefined;
afterEach(async () => {
  await pair?.stop();
  pair = undefined;
});

const insert = (number: number) => queryDatabase(pair!.url, `insert into numbers values (${number})`);

async function storedNumbers(): Promise<number[]> {
  const { rows } = await queryDatabase<{ number: number }>(pair!.url, 'select number from numbers order by number');
  return rows.map(({ number }) => number);
}

async function isCaughtUp(): Promise<boolean> {
  const { rows } = await queryDatabase<{ caught: boolean }>(
    pair!.url,
    'select flush_lsn >= pg_current_wal_flush_lsn() as caught from pg_stat_replication',
  );
  return rows[0]?.caught ?? false;
}

/** Inserts 1 with the standby, 2 while it is stopped, and fails over to it. */
async function failOverWithoutStandby({ synchronous }: { synchronous: boolean }) {
  pair = await startPostgresPair({ synchronous });
  await queryDatabase(pair.url, 'create table numbers (number int)');
  await insert(1);
  // An asynchronous standby may not have it yet.
  await eventually(async () => expect(await isCaughtUp()).toBe(true));
  await pair.stopStandby();
  const inserted = insert(2).then(
    () => 'acknowledged',
    () => 'broken',
  );
  const outcome = synchronous ? await Promise.race([inserted, sleep(2_000, 'waiting')]) : await inserted;
  await pair.failOver();
  return { outcome, stored: await storedNumbers() };
}

describe('a primary and its standby', () => {
  it('behind the same address, every acknowledged row is there after a failover, and the standby takes writes', async () => {
    pair = await startPostgresPair();
    await queryDatabase(pair.url, 'create table numbers (number int)');
    for (let number = 0; number < 100; number++) await insert(number);
    await pair.failOver();
    await insert(100);
    expect(await storedNumbers()).toEqual(Array.from({ length: 101 }, (_, number) => number));
  });

  it('a synchronous primary acknowledges nothing that its standby does not have', async () => {
    expect(await failOverWithoutStandby({ synchronous: true })).toEqual({ outcome: 'waiting', stored: [1] });
  });

  it('(control) an asynchronous one does, and a failover loses it', async () => {
    expect(await failOverWithoutStandby({ synchronous: false })).toEqual({ outcome: 'acknowledged', stored: [1] });
  });
});
