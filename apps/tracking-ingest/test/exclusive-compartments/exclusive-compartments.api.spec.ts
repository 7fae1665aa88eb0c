import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Identity } from '@tributary/contracts/exports/identity';
import { activityReceived } from '@tributary/contracts/topics/topics';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { TracesRepository } from '../../src/traces/traces.repository.js';
import { Applied, deliverBatch } from '../applied.js';
import { refused, startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Applied])));
afterAll(() => tracking.stop());

let last = 500;
/** A datamart of its own for each case, with the exclusive compartment c. */
async function aDatamart(): Promise<string> {
  const datamart_id = String(++last);
  const compartment = { compartment_id: 'c', name: 'Customers', exclusive: true };
  const { body } = await tracking.call('POST', `${datamart_id}/compartments`, compartment);
  expect(body.data).toMatchObject({ exclusive: true });
  return datamart_id;
}

const account = (value: string, compartment_id = 'c'): Identifier => ({ type: 'USER_ACCOUNT', compartment_id, value });
const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });

interface Sent extends Partial<ActivityReceived> {
  ts?: number;
  profile?: object;
}
async function send(datamart_id: string, identifiers: Identifier[], { ts, profile, ...more }: Sent = {}) {
  const events = profile && [{ $event_name: '$set_user_profile_properties', $properties: profile }];
  const value = {
    datamart_id,
    activity_id: randomUUID(),
    received_ts: Date.now(),
    identifiers,
    body: JSON.stringify({ $type: 'TOUCH', ...(ts !== undefined && { $ts: ts }), ...(events && { $events: events }) }),
    ...more,
  };
  await tracking.app.publisher.publish(activityReceived, [{ id: value.activity_id, value }]);
  return value.activity_id;
}

const get = async <Body>(datamart: string, path: string) =>
  (await tracking.call('GET', `${datamart}/user_points/${path}`)).body.data as Body;
const identity = (datamart: string, selector: string) => get<Identity>(datamart, `${selector}/identity`);
const of = (value: string, compartment = 'c') => `compartment_id=${compartment},user_account_id=${value}`;
const ownerOf = async (datamart: string, selector: string) => (await get<{ id: string }>(datamart, selector)).id;
const stepsOf = async (datamart: string, activity: string) => {
  const trace = await tracking.app.app.get(TracesRepository, { strict: false }).find(datamart, activity, Date.now());
  return trace?.steps.map(({ step }) => step);
};

describe('an exclusive compartment', () => {
  it('is switched on and off, that of accounts without one too', async () => {
    const datamart = await aDatamart();
    const put = (id: string, body: object) => tracking.call('PUT', `${datamart}/compartments/${id}`, body);
    expect((await put('default', { name: 'Logins', exclusive: true })).body.data).toMatchObject({ exclusive: true });
    expect((await put('c', { name: 'Customers' })).body.data).toMatchObject({ exclusive: false });
    const { body } = await tracking.call('GET', `${datamart}/compartments`);
    expect(body.data).toMatchObject([
      { compartment_id: 'c', exclusive: false },
      { compartment_id: 'default', exclusive: true },
    ]);
  });

  it('leaves a shared device with the account of the newest activity, with its link, and nothing else moves', async () => {
    const datamart = await aDatamart();
    const first = await send(datamart, [account('ana'), agent('tablet'), agent('phone')]);
    const second = await send(datamart, [account('ben'), agent('tablet')]);
    expect(await stepsOf(datamart, second)).toEqual(['ACCEPTED', 'MOVED', 'STORED']);
    const ben = await identity(datamart, of('ben'));
    expect(ben.identifiers).toHaveLength(2);
    expect(ben.links).toMatchObject([{ cause: 'ACTIVITY', id: second, since: 0 }]);
    expect(new Set([ben.links[0]?.from, ben.links[0]?.to])).toEqual(new Set([of('ben'), 'user_agent_id=tablet']));
    const ana = await identity(datamart, of('ana'));
    expect(ana.links).toMatchObject([{ cause: 'ACTIVITY', id: first }]);
    const stored = await get<{ $id: string }[]>(datamart, `${of('ana')}/user_activities`);
    expect(stored.map(({ $id }) => $id)).toEqual([first]);
  });

  it('keeps it there when an older activity arrives, which is stored for its account', async () => {
    const datamart = await aDatamart();
    await send(datamart, [account('ana'), agent('tablet')]);
    const late = await send(datamart, [account('ben'), agent('tablet')], { ts: Date.now() - 60_000 });
    expect(await stepsOf(datamart, late)).toEqual(['ACCEPTED', 'IDENTIFIERS_LEFT_OUT', 'STORED']);
    expect(await ownerOf(datamart, 'user_agent_id=tablet')).toBe(await ownerOf(datamart, of('ana')));
    expect(await get<{ $id: string }[]>(datamart, `${of('ben')}/user_activities`)).toMatchObject([{ $id: late }]);
  });

  it('joins no people by an activity without an account that names devices of two people', async () => {
    const datamart = await aDatamart();
    await send(datamart, [account('ana'), agent('phone')]);
    await send(datamart, [account('ben'), agent('laptop')]);
    const both = await send(datamart, [agent('phone'), agent('laptop'), agent('new')]);
    expect(await stepsOf(datamart, both)).toEqual(['ACCEPTED', 'MERGE_REFUSED', 'STORED']);
    const stored = await get<{ $id: string }[]>(datamart, `${of('ana')}/user_activities`);
    expect(stored.map(({ $id }) => $id)).toContain(both);
    expect((await tracking.call('GET', `${datamart}/user_points/user_agent_id=new`)).status).toBe(404);
  });

  it('takes the first of two of its accounts, and writes no profile of the other', async () => {
    const datamart = await aDatamart();
    const profile = { $compartment_id: 'c', $user_account_id: 'ben', a: 1 };
    const both = await send(datamart, [account('ana'), account('ben'), agent('phone')], { profile });
    expect(await stepsOf(datamart, both)).toEqual(['ACCEPTED', 'IDENTIFIERS_LEFT_OUT', 'PROFILE_LEFT_OUT', 'STORED']);
    expect((await tracking.call('GET', `${datamart}/user_points/${of('ben')}`)).status).toBe(404);
    expect(await get<object[]>(datamart, `${of('ana')}/user_profiles`)).toEqual([]);
  });

  it('joins an account of another exclusive compartment, and parts it from another by the newest activity', async () => {
    const datamart = await aDatamart();
    await tracking.call('POST', `${datamart}/compartments`, { compartment_id: 'd', name: 'Cards', exclusive: true });
    await send(datamart, [account('ana'), account('card-1', 'd')]);
    const wallet = await send(datamart, [account('card-1', 'd'), agent('wallet')]);
    expect((await identity(datamart, of('ana'))).identifiers).toHaveLength(3);
    await send(datamart, [account('ana'), account('card-2', 'd'), agent('phone')]);
    const ana = await identity(datamart, of('ana'));
    expect(ana.identifiers.map((one) => Object.values(one)[1])).toEqual(['c', 'd', 'phone']);
    expect(ana.links).toHaveLength(2);
    const card = await identity(datamart, of('card-1', 'd'));
    expect(card.links).toMatchObject([{ cause: 'ACTIVITY', id: wallet }]);
    await send(datamart, [account('ana'), account('card-1', 'd')], { ts: Date.now() - 60_000 });
    expect(await ownerOf(datamart, of('card-1', 'd'))).toBe(await ownerOf(datamart, 'user_agent_id=wallet'));
    expect(await ownerOf(datamart, of('ana'))).not.toBe(await ownerOf(datamart, 'user_agent_id=wallet'));
  });

  it('moves an open account with its profiles, which are written where the account is', async () => {
    const datamart = await aDatamart();
    const shop = account('u-1', 'shop');
    const profileOf = (a: number) => ({ profile: { $compartment_id: 'shop', $user_account_id: 'u-1', [`a${a}`]: a } });
    await send(datamart, [account('ana'), shop], profileOf(1));
    await send(datamart, [account('ben'), shop], profileOf(2));
    await send(datamart, [account('ana'), shop], { ...profileOf(3), ts: Date.now() - 60_000 });
    expect(await get<object[]>(datamart, `${of('ana')}/user_profiles`)).toEqual([]);
    const profiles = await get<object[]>(datamart, `${of('ben')}/user_profiles`);
    expect(profiles).toMatchObject([{ $user_account_id: 'u-1', a1: 1, a2: 2, a3: 3 }]);
  });

  it('refuses a second account that a write of a profile names', async () => {
    const datamart = await aDatamart();
    await send(datamart, [account('ana'), agent('phone')]);
    const path = `${datamart}/user_points/user_agent_id=phone/user_profiles/compartment_id=c/user_account_id=`;
    expect(await tracking.call('PUT', `${path}ben`, { a: 1 })).toEqual(
      expect.objectContaining(refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', 'user_account_id: ')),
    );
    expect((await tracking.call('PUT', `${path}ana`, { a: 1 })).status).toBe(200);
  });

  it('acts for public credentials', async () => {
    const datamart = await aDatamart();
    const public_credential = { kind: 'collect_key' as const, id: '1' };
    await send(datamart, [account('ana'), agent('tablet')], { public_credential });
    await send(datamart, [account('ben'), agent('tablet')], { public_credential });
    expect(await ownerOf(datamart, 'user_agent_id=tablet')).toBe(await ownerOf(datamart, of('ben')));
  });

  it('lets lines of a file take effect in their order, and live associations at their receipt', async () => {
    const datamart = await aDatamart();
    const batch = {
      datamart_id: datamart,
      execution_id: '4711',
      chunk: 0,
      batch: 0,
      shard: 0,
      creation_ts: Date.now(),
    };
    const lines = ['ana', 'ben', 'cleo'].map((one, index) => ({
      line: index + 1,
      operation: { kind: 'associate' as const, identifiers: [account(one), agent('tablet')] },
    }));
    await deliverBatch(tracking.app.publisher, { ...batch, lines: lines.toReversed() });
    expect(await ownerOf(datamart, 'user_agent_id=tablet')).toBe(await ownerOf(datamart, of('cleo')));
    const { body } = await tracking.call('POST', `${datamart}/user_identifiers_association_declarations`, {
      identifiers: [
        { type: 'USER_ACCOUNT', compartment_id: 'c', user_account_id: 'dan' },
        { type: 'USER_AGENT', user_agent_id: 'tablet' },
      ],
    });
    expect(body.data).toEqual({ user_point_id: await ownerOf(datamart, 'user_agent_id=tablet') });
    expect((await tracking.call('DELETE', `${datamart}/user_points/${of('dan')}`)).status).toBe(200);
    expect((await tracking.call('GET', `${datamart}/user_points/user_agent_id=tablet`)).status).toBe(404);
    expect((await identity(datamart, of('cleo'))).identifiers).toHaveLength(1);
  });
});
