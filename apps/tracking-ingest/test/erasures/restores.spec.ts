import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { UserPointErased } from '@tributary/contracts/tracking/user-point';
import { query } from '@tributary/database/transaction';
import { eraseMessage } from '../../src/erase-again/erasure-commands.js';
import { eraseLogged } from '../../src/erase-again/erase-logged.js';
import { toLines } from '../../src/erasure-log/erasure-line.js';
import { ErasureLog, keepAllErasures } from '../../src/erasure-log/erasure-log.js';
import { keptPages } from '../../src/erasure-log/kept-pages.js';
import { newSecretsKey, openErasureKey } from '../tracking-database.js';
import { account, activityOf, agent, Replays } from './replays.js';
import { backUp } from './restores.js';

let replays: Replays;
let directory: string;
let datamart_id = '100';
beforeAll(async () => {
  replays = await Replays.start();
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-erasures-'));
});
afterAll(async () => {
  await replays.database.stop();
  await rm(directory, { recursive: true });
});
beforeEach(() => void (datamart_id = String(Number(datamart_id) + 1)));

const now = Date.parse('2026-03-15T12:00:00Z');
const minute = 60_000;
const other = ['USER_AGENT:b'];
const deliver = (ts: number, ...identifiers: ReturnType<typeof agent>[]) =>
  replays.deliver([activityOf(datamart_id, identifiers, ts)], ts);

/** A backup with two people, and the erasure of one of them after it, and of one whom the backup does not know. */
async function lostErasure(): Promise<() => Promise<void>> {
  await deliver(now, agent('a'), account('a'));
  await deliver(now, agent('b'));
  const restore = await backUp(replays.database.dataSource);
  await deliver(now + minute, agent('late'));
  await replays.erase(datamart_id, account('a'), now + 2 * minute);
  await replays.erase(datamart_id, agent('late'), now + 2 * minute);
  return restore;
}

const people = () => replays.people(datamart_id).then((all) => all.map((names) => names.toSorted()));

async function announced(): Promise<{ time: number; value: UserPointErased }[]> {
  const { rows } = await query<{ time: string; payload: string }>(
    replays.database.dataSource,
    `select time, payload from outbox where topic = 'tracking.user-point-erased.v1' and key = $1 order by id`,
    [datamart_id],
  );
  return rows.map(({ time, payload }) => ({ time: Number(time), value: JSON.parse(payload) as UserPointErased }));
}

describe('a restore of a backup from before an erasure', () => {
  it('(control) brings the person back', async () => {
    const restore = await lostErasure();
    expect(await people()).toEqual([other]);
    await restore();
    expect(await people()).toHaveLength(2);
  });

  it('ends with the erasure, by a file of keyed hashes, and a replay stores nothing of the person', async () => {
    const restore = await lostErasure();
    const { dataSource, erasureKey } = replays.database;
    await keepAllErasures(dataSource, erasureKey);
    const file = path.join(directory, datamart_id);
    for await (const page of keptPages(dataSource, now)) await appendFile(file, toLines(page, erasureKey));
    await restore();
    expect(await eraseLogged(dataSource, erasureKey, file)).toMatchObject({ people: 1 });
    expect(await people()).toEqual([other]);
    // At once, and days later.
    for (const ts of [now + 3 * minute, now + 3 * 86_400_000]) {
      const replayed = [agent('a'), agent('late'), agent('c')].map((one) =>
        activityOf(datamart_id, [one], now + minute),
      );
      expect(await replays.deliver(replayed, ts)).toMatchObject({ erased: 2 });
    }
    expect(await people()).toEqual([other, ['USER_AGENT:c']]);
    // Control: the search of what has just come in depends on the row that leads it to the hashes.
    await query(dataSource, `delete from erased_identifiers where datamart_id = $1 and identifier_id = $2`, [
      datamart_id,
      '00000000-0000-0000-0000-000000000000',
    ]);
    expect(
      await replays.deliver([activityOf(datamart_id, [agent('late')], now + minute)], now + 3 * minute),
    ).toMatchObject({ erased: 0 });
    // Again it finds nothing to do, so it spares who came back since.
    await deliver(now + 3 * minute, agent('a'));
    expect(await eraseLogged(dataSource, erasureKey, file)).toMatchObject({ people: 0 });
    expect(await people()).toEqual([['USER_AGENT:a'], other, ['USER_AGENT:c'], ['USER_AGENT:late']]);
  });

  it('ends with the erasure, by the log that the embedded product keeps, a cut off line in it too', async () => {
    const { dataSource, erasureKey } = replays.database;
    const file = path.join(directory, `log-${datamart_id}`);
    const log = new ErasureLog(file, erasureKey, dataSource, () => {});
    await log.catchUp(dataSource);
    const restore = await lostErasure();
    await appendFile(file, '{"key":"cut');
    await keepAllErasures(dataSource, erasureKey, log.append);
    await restore();
    await log.catchUp(dataSource);
    expect(await eraseLogged(dataSource, erasureKey, file)).toMatchObject({ people: 1 });
    expect(await people()).toEqual([other]);
  });

  it('ends with the erasure, by the messages of the broker, and replays of that time store nothing of it', async () => {
    const restore = await lostErasure();
    const messages = await announced();
    await restore();
    const { dataSource } = replays.database;
    // A message that cannot be read does not end the others, and one of before the time does nothing.
    const unread = [now, now + minute].map((time) => ({ time, value: undefined }));
    const again = async () => {
      const read = { erasures: 0, people: 0, unreadable: 0 };
      for (const message of [...unread, ...messages]) await eraseMessage(dataSource, read, now + minute, message);
      return read;
    };
    expect(await again()).toEqual({ erasures: 2, people: 1, unreadable: 1 });
    expect(await people()).toEqual([other]);
    const replayed = [agent('a'), agent('late'), agent('c')].map((one) => activityOf(datamart_id, [one], now + minute));
    expect(await replays.deliver(replayed, now + 3 * minute)).toMatchObject({ erased: 2 });
    await deliver(now + 3 * minute, agent('a'));
    expect(await again()).toEqual({ erasures: 2, people: 0, unreadable: 1 });
    expect(await people()).toEqual([['USER_AGENT:a'], other, ['USER_AGENT:c']]);
  });

  it('takes no hashes of another key', async () => {
    const { dataSource, erasureKey } = replays.database;
    const file = path.join(directory, 'other');
    const mac = erasureKey.macOf(crypto.randomUUID());
    await appendFile(file, toLines([{ datamart_id, erasure_ts: now, identifier_mac: mac }], erasureKey));
    await query(dataSource, 'truncate erasure_key');
    const another = await openErasureKey(dataSource, newSecretsKey());
    await expect(eraseLogged(dataSource, another, file)).rejects.toThrow('of another database');
  });
});
