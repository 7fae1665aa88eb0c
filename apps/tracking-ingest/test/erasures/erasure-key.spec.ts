import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { identifierId } from '../../src/identity/identity-claim.js';
import { newSecretsKey, openErasureKey } from '../tracking-database.js';
import { activityOf, agent, Replays } from './replays.js';

let replays: Replays;
beforeAll(async () => void (replays = await Replays.start()));
afterAll(() => replays.database.stop());
beforeEach(() => replays.database.dataSource.query('truncate erasure_key, erased_identifiers, kept_erasures'));

const [old, young] = [newSecretsKey(), newSecretsKey()];
const open = (secretsKey: string) => openErasureKey(replays.database.dataSource, secretsKey);
const id = identifierId('1', agent('a'));
const now = Date.parse('2026-03-15T12:00:00Z');
const later = now + 400 * dayMs;
/** A process with this SECRETS_KEY. */
const processWith = async (secretsKey: string) => new Replays(replays.database, undefined, await open(secretsKey));

describe('the key of erasures', () => {
  it('is made once, by any of several processes that start at the same time', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => open(old)));
    expect(new Set(keys.map((key) => key.macOf(id))).size).toBe(1);
    // Control: another database has another key.
    await replays.database.dataSource.query('truncate erasure_key');
    expect((await open(old)).macOf(id)).not.toBe(keys[0]?.macOf(id));
  });

  it('makes hashes that do not follow from the identifier, or from the row of the key', async () => {
    const mac = (await open(old)).macOf(id);
    expect(mac).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(mac).not.toBe(id);
    const [row] = await replays.database.dataSource.query<{ sealed_key: string }[]>(
      'select sealed_key from erasure_key',
    );
    await expect(open(young).then((key) => key.macOf(id))).rejects.toThrow(
      'no key of SECRETS_KEY opens the key of erasures',
    );
    expect(row?.sealed_key).toMatch(/^1\./);
  });

  it('survives the rotation of SECRETS_KEY, and so do the erasures', async () => {
    const datamart_id = '1';
    const first = await processWith(`1:${old}`);
    await first.erase(datamart_id, agent('a'), now);
    for (const at of [now, later]) await first.keep(at);
    const replayed = activityOf(datamart_id, [agent('a')], now);
    for (const keys of [`1:${old},2:${young}`, `2:${young},1:${old}`, `2:${young}`]) {
      const { erased } = await (
        await processWith(keys)
      ).deliver([{ ...replayed, activity_id: crypto.randomUUID() }], later);
      expect(erased).toBe(1);
    }
    const [row] = await replays.database.dataSource.query<{ sealed_key: string }[]>(
      'select sealed_key from erasure_key',
    );
    expect(row?.sealed_key).toMatch(/^2\./);
  });
});

describe('a process whose SECRETS_KEY does not open it', () => {
  it('stores what came in today, stores nothing older unseen, and forgets no erasure', async () => {
    const datamart_id = '2';
    const right = await processWith(old);
    await right.erase(datamart_id, agent('kept'), now);
    for (const at of [now, later]) await right.keep(at);
    const wrong = await processWith(young);
    await wrong.erase(datamart_id, agent('waiting'), later);
    await expect(wrong.keep(later + 30 * dayMs)).rejects.toThrow('SECRETS_KEY');
    expect(await wrong.deliver([activityOf(datamart_id, [agent('live')], later)], later)).toMatchObject({ erased: 0 });
    expect(await wrong.people(datamart_id)).toHaveLength(1);
    const old2 = activityOf(datamart_id, [agent('kept')], now);
    await expect(wrong.deliver([old2], later)).rejects.toThrow('SECRETS_KEY');
    // With the right key all of that is made up for.
    await right.keep(later + 30 * dayMs);
    const waiting = activityOf(datamart_id, [agent('waiting')], later);
    expect(await right.deliver([old2, waiting], later + 30 * dayMs)).toMatchObject({ erased: 2 });
  });
});
