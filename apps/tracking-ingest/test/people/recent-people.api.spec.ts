import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { searchedActivities, type ListedPerson } from '@tributary/contracts/people/listed-person';
import { transaction } from '@tributary/database/transaction';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { DataSource } from 'typeorm';
import { readNames } from '../../src/people/read-names.js';
import { Housekeeping } from '../../src/activities/housekeeping.js';
import { activityBatch, Applied, deliverBatch } from '../applied.js';
import { refused, startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => {
  tracking = await startTracking([Applied]);
});
afterAll(() => tracking.stop());

const list = async (datamart_id: string, query = '') => {
  const { body } = await tracking.call('GET', `${datamart_id}/user_points${query}`);
  return body as unknown as { data: ListedPerson[]; count: number; total: number };
};
const idOf = async (datamart_id: string, agent: string) => {
  const { body } = await tracking.call('GET', `${datamart_id}/user_points/user_agent_id=${agent}`);
  return (body.data as { id: string }).id;
};
const idsOf = ({ data }: { data: ListedPerson[] }) => data.map(({ user_point_id }) => user_point_id);
/** One after the other, so that each has a batch of its own. */
const visit = (datamart_id: string, agent: string, fields: object = {}) =>
  tracking.send(datamart_id, { $user_agent_id: agent, ...fields });

describe('recent people', () => {
  it('are none in a datamart without activities, and none of another datamart', async () => {
    await visit('2', 'other');
    expect(await list('1')).toMatchObject({ status: 'ok', data: [], count: 0, total: 0 });
  });

  it('come with the newest activity first, each once, in pages', async () => {
    const now = Date.now();
    for (const [agent, ago] of Object.entries({ a: 3_000, b: 1_000, c: 2_000 }))
      await visit('3', agent, { $ts: now - ago });
    await visit('3', 'a', { $ts: now - 9_000 });
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((agent) => idOf('3', agent)));
    const all = await list('3');
    expect(idsOf(all)).toEqual([b, c, a]);
    expect(all.data.map(({ last_activity_ts }) => last_activity_ts)).toEqual(
      [1_000, 2_000, 3_000].map((ago) => now - ago),
    );
    expect(await list('3', '?first_result=1&max_results=1')).toMatchObject({ data: [all.data[1]], count: 1, total: 3 });
    expect(await list('3', '?first_result=9')).toMatchObject({ data: [], total: 3 });
    expect(await tracking.call('GET', '3/user_points?max_results=0')).toMatchObject(
      refused(400, 'BAD_REQUEST_DATA', 'max_results'),
    );
  });

  it('have accounts, the number of identifiers, and name and e-mail of their profiles', async () => {
    const accounts = Array.from({ length: 7 }, (_, index) => ({
      $type: 'USER_ACCOUNT',
      $user_account_id: `u${index}`,
    }));
    const agent = { $type: 'USER_AGENT', $user_agent_id: 'named' };
    await tracking.send('4', { $user_identifiers: [agent, ...accounts] });
    await visit('4', 'unnamed');
    const profiles = '4/user_points/user_agent_id=named/user_profiles/compartment_id=default';
    const padding = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}`, 'x'.repeat(1_000)]));
    await tracking.call('PUT', `${profiles}/user_account_id=u0`, { name: 'Old', 'E-Mail': 'ada@example.com', age: 36 });
    await tracking.call('PUT', `${profiles}/user_account_id=u1`, {
      ...padding,
      first_name: 'Ada',
      $last_name: 'Lovelace',
    });
    const { data } = await list('4');
    const named = data.find(({ name }) => name !== undefined);
    expect(named).toEqual({
      user_point_id: await idOf('4', 'named'),
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      accounts: expect.any(Array),
      number_of_identifiers: 8,
      last_activity_ts: expect.any(Number),
    });
    expect(named?.accounts).toHaveLength(5);
    expect(named?.accounts[0]).toEqual({ compartment_id: 'default', user_account_id: expect.stringMatching(/^u\d$/) });
    const unnamed = data.find(({ number_of_identifiers }) => number_of_identifiers === 1);
    expect(Object.keys(unnamed ?? {})).toEqual([
      'user_point_id',
      'accounts',
      'number_of_identifiers',
      'last_activity_ts',
    ]);
  });

  it('read few of the spellings of a name, of which a profile may have thousands', async () => {
    const spellings = (parts: number) =>
      Object.fromEntries(Array.from({ length: parts }, (_, index) => [`n${'_'.repeat(index)}ame`, 'Ada']));
    await tracking.send('9', { $user_identifiers: [{ $type: 'USER_ACCOUNT', $user_account_id: 'spelt' }] });
    const profile = '9/user_points/compartment_id=default,user_account_id=spelt/user_profiles';
    await tracking.call('PUT', `${profile}/compartment_id=default/user_account_id=spelt`, spellings(600));
    const { data } = await list('9');
    expect(data.map(({ name }) => name)).toEqual(['Ada']);
    const points = idsOf({ data });
    await transaction(tracking.app.app.get(DataSource, { strict: false }), async (client) => {
      const query = jest.spyOn(client, 'query');
      await readNames(client, '9', points);
      const { rows } = (await query.mock.results[0]?.value) as unknown as { rows: unknown[] };
      expect(rows).toHaveLength(20);
      query.mockRestore();
    });
  });

  it('are the people of now: merged ones once with the newest activity of all, erased ones not at all', async () => {
    const ts = Date.now() - 60_000;
    await visit('5', 'x', { $ts: ts + 2 });
    await visit('5', 'y', { $ts: ts + 1 });
    await visit('5', 'z', { $ts: ts });
    const identifiers = ['x', 'y'].map((user_agent_id) => ({ type: 'USER_AGENT', user_agent_id }));
    await tracking.call('POST', '5/user_identifiers_association_declarations', { identifiers });
    const [both, z] = [await idOf('5', 'y'), await idOf('5', 'z')];
    const { data } = await list('5');
    expect(data.map(({ user_point_id, last_activity_ts }) => [user_point_id, last_activity_ts])).toEqual([
      [both, ts + 2],
      [z, ts],
    ]);
    await tracking.call('DELETE', '5/user_points/user_agent_id=y');
    expect(idsOf(await list('5'))).toEqual([z]);
  });

  it('are those of the activities that were stored last, imported ones of long ago too', async () => {
    const old = Date.now() - 200 * dayMs;
    await visit('6', 'first');
    const lines = Array.from({ length: searchedActivities }, (_, index) => ({
      agent: `i${index % 3}`,
      fields: { $type: 'TOUCH', $ts: index === 0 ? 1 : old + index },
    }));
    for (let start = 0; start < lines.length; start += 250)
      await deliverBatch(tracking.app.publisher, activityBatch('6', lines.slice(start, start + 250)));
    const { data, total } = await list('6');
    expect({ total, times: data.map(({ last_activity_ts }) => last_activity_ts) }).toEqual({
      total: 3,
      times: [999, 998, 997].map((index) => old + index),
    });
    await visit('6', 'last');
    expect(idsOf(await list('6'))[0]).toBe(await idOf('6', 'last'));
  });

  it('are forgotten with the window of deduplication', async () => {
    await visit('7', `once-${randomUUID()}`);
    expect((await list('7')).total).toBe(1);
    await tracking.app.app.get(Housekeeping, { strict: false }).run(Date.now() + 60 * dayMs);
    expect((await list('7')).total).toBe(0);
  });
});
