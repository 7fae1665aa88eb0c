import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FlaggedPerson, FlagRules } from '@tributary/contracts/people/flagged-person';
import { defaultFlagRules } from '@tributary/contracts/rules/flag-rules';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import { FlagUpkeep } from '../../src/flagged-people/flag-upkeep.js';
import { gainedBefore } from '../../src/migrations/9-flagged-people.js';
import { activityBatch, Applied, deliverBatch } from '../applied.js';
import { refused, startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => {
  tracking = await startTracking([Applied]);
});
afterAll(() => tracking.stop());

const judge = () => tracking.app.app.get(FlagUpkeep, { strict: false }).run(Date.now);
const list = async (datamart_id: string, query = '') => {
  const { body } = await tracking.call('GET', `${datamart_id}/user_points/flagged${query}`);
  return body as unknown as { data: FlaggedPerson[]; total: number };
};
const idOf = async (datamart_id: string, selector: string) => {
  const { body } = await tracking.call('GET', `${datamart_id}/user_points/${selector}`);
  return (body.data as { id: string }).id;
};
const accounts = ($user_agent_id: string, from: number, to: number) => ({
  $user_identifiers: [
    { $type: 'USER_AGENT', $user_agent_id },
    ...Array.from({ length: to - from }, (_, index) => ({
      $type: 'USER_ACCOUNT',
      $compartment_id: 'c',
      $user_account_id: `${$user_agent_id}-${from + index}`,
    })),
  ],
});
const useRules = (id: string, flag_rules: FlagRules) =>
  tracking.app.publisher.publish(directoryChanged, [
    { id: randomUUID(), value: { kind: 'datamart', id, organisation_id: '1', flag_rules } },
  ]);

describe('the list of flagged people', () => {
  it('has a person beyond a rule, with the activities that caused it, until its identifiers leave', async () => {
    for (let index = 0; index < 5; index++) await tracking.send('1', accounts('kiosk', index, index + 1));
    await tracking.send('1', accounts('family', 0, 4));
    await judge();
    const user_point_id = await idOf('1', 'user_agent_id=kiosk');
    const { data, total } = await list('1');
    expect({ data, total }).toEqual({
      data: [
        {
          user_point_id,
          flagged_ts: expect.any(Number),
          reasons: [{ rule: 'ACCOUNTS', count: 5, since_ts: expect.any(Number), causes: expect.any(Array) }],
        },
      ],
      total: 1,
    });
    const stored = await tracking.call('GET', '1/user_points/user_agent_id=kiosk/user_activities');
    const ids = (stored.body.data as { id?: string; $id?: string }[]).map(({ id, $id }) => id ?? $id);
    const causes = data[0]?.reasons[0]?.causes ?? [];
    expect(causes.map(({ cause }) => cause)).toEqual(Array.from({ length: 5 }, () => 'ACTIVITY'));
    expect(causes.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(causes.map(({ ts }) => ts)).toEqual(causes.map(({ ts }) => ts).toSorted((a, b) => b - a));
    expect(data[0]?.flagged_ts).toBe(causes[0]?.ts);
    await tracking.call('DELETE', '1/user_points/user_agent_id=kiosk');
    expect(await list('1')).toMatchObject({ data: [], total: 0 });
    const left = await tracking.database.query<object[]>('select from gains where user_point_id = $1', [user_point_id]);
    expect(left).toEqual([]);
  });

  it('shows the newest first, in pages', async () => {
    for (const name of ['a', 'b', 'c']) {
      await tracking.send('2', accounts(name, 0, 5));
      await judge();
    }
    const ids = await Promise.all(['c', 'b', 'a'].map((name) => idOf('2', `user_agent_id=${name}`)));
    expect((await list('2')).data.map(({ user_point_id }) => user_point_id)).toEqual(ids);
    const { data, total } = await list('2', '?first_result=1&max_results=1');
    expect({ ids: data.map(({ user_point_id }) => user_point_id), total }).toEqual({ ids: [ids[1]], total: 3 });
    expect(await tracking.call('GET', '2/user_points/flagged?max_results=0')).toMatchObject(
      refused(400, 'BAD_REQUEST_DATA', 'max_results'),
    );
  });

  it('names associations, profiles and imports as causes, and adds the counts of people that are merged', async () => {
    const datamart = '3';
    const identifiers = ['x', 'y', 'z'].map((user_account_id) => ({
      type: 'USER_ACCOUNT',
      compartment_id: 'c',
      user_account_id,
    }));
    await tracking.call('POST', `${datamart}/user_identifiers_association_declarations`, { identifiers });
    const owner = 'compartment_id=c,user_account_id=x';
    const profile = `${datamart}/user_points/${owner}/user_profiles/compartment_id=c/user_account_id=w`;
    expect(await tracking.call('PUT', profile, { city: 'Paris' })).toMatchObject({ status: 200 });
    await tracking.send(datamart, accounts('other', 0, 1));
    await judge();
    expect((await list(datamart)).data).toEqual([]);
    const batch = activityBatch(datamart, [{ agent: 'other', fields: { $type: 'TOUCH' } }]);
    const account = { type: 'USER_ACCOUNT' as const, compartment_id: 'c', value: 'x' };
    const lines = batch.lines.map(({ line, operation }) =>
      operation.kind === 'activity'
        ? { line, operation: { ...operation, identifiers: [account, ...operation.identifiers] } }
        : { line, operation },
    );
    expect(await deliverBatch(tracking.app.publisher, { ...batch, lines })).toMatchObject({ failures: [] });
    await judge();
    const [person] = (await list(datamart)).data;
    expect(person?.user_point_id).toBe(await idOf(datamart, owner));
    const [reason] = person?.reasons ?? [];
    expect(reason).toMatchObject({ rule: 'ACCOUNTS', count: 5 });
    const kinds = reason?.causes.map(({ cause }) => cause);
    expect(kinds).toEqual(['IMPORT', 'ACTIVITY', 'PROFILE', 'ASSOCIATION']);
    expect(reason?.causes[0]?.id).toBe(batch.execution_id);
    expect(reason?.causes.every(({ id }) => id !== '')).toBe(true);
  });

  it('has at most 20 causes of a reason, the newest', async () => {
    const datamart = '4';
    for (let index = 0; index < 24; index++) await tracking.send(datamart, accounts('busy', index, index + 1));
    await judge();
    const [person] = (await list(datamart)).data;
    expect(person?.reasons.map(({ count, causes }) => [count, causes.length])).toEqual([[24, 20]]);
  });
});

describe('the rules of a datamart', () => {
  it('flag people who gained before, and 0 switches a rule off', async () => {
    const datamart = '5';
    await tracking.send(datamart, accounts('few', 0, 2));
    await judge();
    expect((await list(datamart)).total).toBe(0);
    await useRules(datamart, { ...defaultFlagRules, accounts: 1 });
    await judge();
    expect((await list(datamart)).data.map(({ reasons }) => reasons.map(({ rule, count }) => [rule, count]))).toEqual([
      [['ACCOUNTS', 2]],
    ]);
    await useRules(datamart, { ...defaultFlagRules, accounts: 0 });
    expect((await list(datamart)).data).toEqual([]);
    await judge();
    expect((await list(datamart)).total).toBe(0);
  });
});

it('people of before the upgrade are flagged, without causes', async () => {
  const datamart = '9';
  await tracking.send(datamart, accounts('older', 0, 5));
  await tracking.send(datamart, { $user_agent_id: 'alone' });
  await tracking.database.query('delete from gains where datamart_id = $1', [datamart]);
  await tracking.database.query(gainedBefore);
  await judge();
  const { data } = await list(datamart);
  expect(data.map(({ reasons }) => reasons)).toEqual([
    [
      expect.objectContaining({
        rule: 'ACCOUNTS',
        count: 5,
        causes: [{ cause: 'UNKNOWN', id: '', ts: expect.any(Number) }],
      }),
    ],
  ]);
});

it('an activity that gains nothing, and a new person of one identifier, cost no row', async () => {
  const datamart = '6';
  for (let time = 0; time < 2; time++) await tracking.send(datamart, { $user_agent_id: 'alone' });
  for (let time = 0; time < 2; time++) await tracking.send(datamart, accounts('pair', 0, 1));
  const rows = await tracking.database.query<object[]>('select from gains where datamart_id = $1', [datamart]);
  expect(rows).toHaveLength(1);
});
