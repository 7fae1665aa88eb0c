import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { transaction } from '@tributary/database/transaction';
import type pg from 'pg';
import { findUserPoints } from '../../src/identity/find-user-points.js';
import { deleteIdentifiers, dissociate } from '../../src/user-points/split-identifiers.js';
import { resolveAndMerge } from '../../src/attached-data/resolve-and-merge.js';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => void (tracking = await startTracking()));
afterAll(() => tracking.stop());

const datamart_id = '1';
const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });
const account = (value: string): Identifier => ({ type: 'USER_ACCOUNT', compartment_id: 'c', value });
const inTransaction = <T>(work: (client: pg.ClientBase) => Promise<T>) => transaction(tracking.database, work);
const associate = (...identifiers: Identifier[]) =>
  inTransaction((client) => resolveAndMerge(client, [{ datamart_id, identifiers }], 1));
const split = (...identifiers: Identifier[]) =>
  inTransaction(async (client) => (await dissociate(client, [{ datamart_id, identifiers }], 2))[0]);
const owners = (...identifiers: Identifier[]) =>
  inTransaction((client) =>
    findUserPoints(
      client,
      datamart_id,
      identifiers.map((identifier) => ({ identifier })),
    ),
  );
const sums = async (collection: string) => {
  const [row] = await tracking.database.query<{ sum: string }[]>(
    `select coalesce(sum(change), 0) as sum from (
        select collection, change from collection_changes union all select collection, count from collection_counts) parts
      where collection = $1`,
    [collection],
  );
  return Number(row?.sum);
};
const rowsIn = async (table: string) =>
  Number((await tracking.database.query<{ count: string }[]>(`select count(*) from ${table}`))[0]?.count);

describe('a dissociation', () => {
  it('gives each identifier but the first its own user point; activities stay', async () => {
    const [a, b, c] = [agent('a'), agent('b'), agent('c')];
    await tracking.send(datamart_id, {
      $user_identifiers: ['a', 'b', 'c'].map(($user_agent_id) => ({ $type: 'USER_AGENT', $user_agent_id })),
    });
    const [before] = await owners(a);
    expect(await split(a, b, c)).toBe(true);
    const after = await owners(a, b, c);
    expect(after[0]).toBe(before);
    expect(new Set(after).size).toBe(3);
    expect((await tracking.call('GET', '1/user_points/user_agent_id=a/user_activities')).body).toMatchObject({
      total: 1,
    });
    expect((await tracking.call('GET', '1/user_points/user_agent_id=b/user_activities')).body).toMatchObject({
      total: 0,
    });
    expect((await tracking.call('GET', '1/user_points/user_agent_id=b')).body.data).toMatchObject({ merged_ids: [] });
  });

  it('moves the profiles of an account', async () => {
    const put = (name: string, city: string) =>
      tracking.call('PUT', `1/user_points/user_agent_id=p/user_profiles/compartment_id=c/user_account_id=${name}`, {
        city,
      });
    await associate(agent('p'), account('u1'), account('u2'));
    await put('u1', 'Paris');
    await put('u2', 'Rome');
    expect(await split(agent('p'), account('u1'))).toBe(true);
    const profiles = async (selector: string) =>
      ((await tracking.call('GET', `1/user_points/${selector}/user_profiles`)).body.data as { city: string }[]).map(
        ({ city }) => city,
      );
    expect(await profiles('compartment_id=c,user_account_id=u1')).toEqual(['Paris']);
    expect(await profiles('user_agent_id=p')).toEqual(['Rome']);
  });

  it('does nothing with identifiers that share no user point', async () => {
    await associate(agent('s1'), agent('s2'));
    await associate(agent('s3'));
    const before = await owners(agent('s1'), agent('s2'), agent('s3'));
    expect(await split(agent('s1'), agent('s2'), agent('s3'))).toBe(false);
    expect(await split(agent('s1'), agent('unknown'))).toBe(false);
    expect(await owners(agent('s1'), agent('s2'), agent('s3'))).toEqual(before);
  });

  it('is not permanent: a later claim with both identifiers merges again', async () => {
    await associate(agent('again1'), agent('again2'));
    await split(agent('again1'), agent('again2'));
    await associate(agent('again2'), agent('again1'));
    const [first, second] = await owners(agent('again1'), agent('again2'));
    expect(first).toBe(second);
  });
});

describe('the deletion of identifiers', () => {
  it('deletes them with the profile of an account; the user point stays, and unknown identifiers are skipped', async () => {
    const [resolved] = await associate(agent('d'), account('d'));
    const { user_point_id } = resolved as { user_point_id: string };
    const profile = `1/user_points/${user_point_id}/user_profiles/compartment_id=c/user_account_id=d`;
    await tracking.call('PUT', profile, { city: 'Paris' });
    await inTransaction((client) => deleteIdentifiers(client, datamart_id, [account('d'), agent('d'), agent('none')]));
    expect(await owners(agent('d'), account('d'))).toEqual([undefined, undefined]);
    expect((await tracking.call('GET', profile)).status).toBe(404);
    expect((await tracking.call('GET', `1/user_points/${user_point_id}`)).status).toBe(200);
  });
});

describe('splitting user points while their activities arrive', () => {
  it('never resolves a claim to a wrong user point', async () => {
    const mistaken: unknown[] = [];
    /** For a claim that writes data, the resolution must still be true at the end of the transaction. */
    const arrive = (...identifiers: Identifier[]) =>
      inTransaction(async (client) => {
        const [resolved] = await resolveAndMerge(client, [{ datamart_id, identifiers, writesData: true }], 3);
        const found = await findUserPoints(
          client,
          datamart_id,
          identifiers.map((identifier) => ({ identifier })),
        );
        const user_point_id = resolved && 'user_point_id' in resolved ? resolved.user_point_id : '';
        if (found.some((id) => id !== user_point_id)) mistaken.push({ resolved, found });
      });
    for (let round = 0; round < 100; round++) {
      const [x, y, z] = [`x${round}`, `y${round}`, `z${round}`].map(agent) as [Identifier, Identifier, Identifier];
      await associate(x, y, z);
      const remove = (identifier: Identifier) =>
        inTransaction((client) => deleteIdentifiers(client, datamart_id, [identifier]));
      await Promise.all([
        arrive(y),
        split(x, y),
        arrive(y, z),
        arrive(y),
        remove(z),
        arrive(z),
        split(x, z),
        arrive(x),
      ]);
    }
    expect(mistaken).toEqual([]);
  });

  it('keeps the counts exact', async () => {
    expect(await sums('UserPoint')).toBe(await rowsIn('user_points'));
    expect(await sums('UserProfile')).toBe(await rowsIn('user_profiles'));
    expect((await sums('UserAgent')) + (await sums('UserAccount')) + (await sums('UserEmail'))).toBe(
      await rowsIn('user_identifiers'),
    );
  });
});
