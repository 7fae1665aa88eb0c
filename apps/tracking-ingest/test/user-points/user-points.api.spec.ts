import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailHash } from '@tributary/contracts/tracking/identifier';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => void (tracking = await startTracking()));
afterAll(() => tracking.stop());

const agent = ($user_agent_id: string) => ({ $type: 'USER_AGENT', $user_agent_id });
const email = ($email: string) => ({ $type: 'USER_EMAIL', $email });
const account = ($user_account_id: string) => ({ $type: 'USER_ACCOUNT', $compartment_id: '7', $user_account_id });
const send = (datamart_id: string, $user_identifiers: object[], activity: object = {}) =>
  tracking.send(datamart_id, { $user_identifiers, ...activity });
const get = (datamart_id: string, path: string) => tracking.call('GET', `${datamart_id}/user_points/${path}`);
const idOf = async (datamart_id: string, selector: string) =>
  ((await get(datamart_id, selector)).body.data as { id: string }).id;
const unknown = '0191f7a0-0000-7000-8000-00000000000a';

describe('a user point', () => {
  it('is found by every identifier, by its id, and by the ids merged into it', async () => {
    await send('1', [agent('a')]);
    await send('1', [email('a@b.c')]);
    const [first, second] = [await idOf('1', 'user_agent_id=a'), await idOf('1', `email_hash=${emailHash('a@b.c')}`)];
    expect(first).not.toBe(second);
    await send('1', [account('u'), agent('a'), email('a@b.c')]);

    const expected = { status: 'ok', data: { id: first, creation_ts: expect.any(Number), merged_ids: [second] } };
    const selectors = [
      'user_agent_id=a',
      `email_hash=${emailHash('a@b.c').toUpperCase()}`,
      'compartment_id=7,user_account_id=u',
      'compartmentId=7,user_account_id=u',
      first,
      `user_point_id=${first}`,
      second,
      `user_point_id=${second}`,
    ];
    for (const selector of selectors) expect(await get('1', selector)).toMatchObject({ status: 200, body: expected });
  });

  it('keeps resolving through merges of survivors', async () => {
    const ids: string[] = [];
    for (const one of ['m1', 'm2', 'm3']) {
      await send('1', [agent(one)]);
      ids.push(await idOf('1', `user_agent_id=${one}`));
    }
    await send('1', [agent('m3'), agent('m2')]);
    await send('1', [agent('m2'), agent('m1')]);
    for (const id of ids)
      expect((await get('1', id)).body.data).toMatchObject({ id: ids[0], merged_ids: [ids[1], ids[2]] });
  });

  it.each([
    ['an unknown id', unknown],
    ['what is no id', '42'],
    ['an unknown agent', 'user_agent_id=unknown'],
    ['an unknown hash', 'email_hash=abc123'],
  ])('is not found by %s, neither it nor what is under it', async (_case, selector) => {
    const notFound = { status: 404, body: { error_code: 'RESOURCE_NOT_FOUND', error: 'Resource Not Found' } };
    for (const rest of ['', '/user_identifiers', '/user_activities'])
      expect(await get('1', selector + rest)).toMatchObject(notFound);
    expect(await tracking.call('DELETE', `1/user_points/${selector}`)).toMatchObject(notFound);
  });

  it('of another datamart is not found', async () => {
    await send('2', [agent('elsewhere')]);
    expect((await get('1', 'user_agent_id=elsewhere')).status).toBe(404);
    expect((await get('1', await idOf('2', 'user_agent_id=elsewhere'))).status).toBe(404);
  });
});

describe('user_identifiers', () => {
  it('lists all identifiers, page by page', async () => {
    await send('1', [account('i'), email('i@b.c'), agent('i1'), agent('i2')]);
    const { body } = await get('1', 'user_agent_id=i1/user_identifiers');
    expect(body).toEqual({
      status: 'ok',
      data: [
        { type: 'USER_ACCOUNT', compartment_id: '7', user_account_id: 'i', creation_ts: expect.any(Number) },
        { type: 'USER_AGENT', user_agent_id: 'i1', creation_ts: expect.any(Number) },
        { type: 'USER_AGENT', user_agent_id: 'i2', creation_ts: expect.any(Number) },
        { type: 'USER_EMAIL', email_hash: emailHash('i@b.c'), creation_ts: expect.any(Number) },
      ],
      count: 4,
      total: 4,
      first_result: 0,
      max_results: 50,
    });
    const page = await get('1', 'user_agent_id=i1/user_identifiers?first_result=1&max_results=2');
    expect(page.body).toMatchObject({ data: (body.data as object[]).slice(1, 3), count: 2, total: 4, first_result: 1 });
  });
});

describe('user_activities', () => {
  const list = async (selector: string, query = '') =>
    (await get('1', `${selector}/user_activities${query}`)).body as unknown as {
      data: { n: number; $id: string; $received_ts: number }[];
      count: number;
      total: number;
    };
  const numbers = async (selector: string, query = '') => (await list(selector, query)).data.map(({ n }) => n);

  beforeAll(async () => {
    const times = [
      Date.now(),
      Date.parse('2026-01-02'),
      31_536_000_000,
      Date.parse('2090-01-01'),
      Date.parse('2026-01-01'),
    ];
    for (const [n, $ts] of times.entries()) await send('1', [agent(n % 2 === 0 ? 'reader' : 'reader2')], { n, $ts });
    await send('1', [agent('reader'), agent('reader2')], { n: 5, $ts: 9_223_372_036_854_775_000 });
  });

  it('lists activities of all merged user points, newest first, across days', async () => {
    expect(await numbers('user_agent_id=reader')).toEqual([5, 3, 0, 1, 4, 2]);
  });

  it('pages like every list, and after any activity of the list', async () => {
    const all = await list('user_agent_id=reader');
    expect(await list('user_agent_id=reader', '?first_result=2&max_results=2')).toMatchObject({ count: 2, total: 6 });
    expect(await numbers('user_agent_id=reader', '?first_result=2&max_results=2')).toEqual([0, 1]);
    expect(await list('user_agent_id=reader', '?first_result=9')).toMatchObject({ data: [], count: 0, total: 6 });
    const before = all.data[2]?.$id;
    expect(await numbers('user_agent_id=reader', `?before=${before}&max_results=2`)).toEqual([1, 4]);
  });

  it.each(['first_result=-1', 'max_results=0', 'before=x', `before=${unknown}`])('refuses ?%s', async (query) =>
    expect(await get('1', `user_agent_id=reader/user_activities?${query}`)).toMatchObject({
      status: 400,
      body: { error_code: 'BAD_REQUEST_DATA' },
    }),
  );

  it('returns a time that was sent as text as a number', async () => {
    await send('1', [agent('texts')], { $ts: '1767225600000' });
    const { data } = (await get('1', 'user_agent_id=texts/user_activities')).body as unknown as { data: unknown[] };
    expect(data).toEqual([expect.objectContaining({ $ts: 1_767_225_600_000 })]);
  });

  it('returns no field that only the platform may write', async () => {
    await send('1', [agent('analyzer')], { $error_analyzer_id: '7', own: 1 });
    const { data } = (await get('1', 'user_agent_id=analyzer/user_activities')).body as unknown as { data: object[] };
    expect(data[0]).toMatchObject({ own: 1 });
    expect(data[0]).not.toHaveProperty('$error_analyzer_id');
  });

  it('returns the body digit for digit as sent', async () => {
    await send('1', [agent('digits')], { deep: { keys: [1, null, 'é☕'] } });
    const sent = '{"$type":"TOUCH", "big":12345678901234567890.10, "e":1E+2, "$id":"mine"}';
    const { publisher } = tracking.app;
    const value = {
      datamart_id: '1',
      activity_id: unknown,
      received_ts: 7,
      body: sent,
      identifiers: [{ type: 'USER_AGENT' as const, value: 'digits' }],
    };
    await publisher.publish(activityReceived, [{ id: 'digits', value }]);
    const { text, status } = await get('1', 'user_agent_id=digits/user_activities');
    expect(status).toBe(200);
    expect(text).toContain(
      `{"$type":"TOUCH","big":12345678901234567890.10,"e":1E+2,"$ts":7,"$id":"${unknown}","$received_ts":7}`,
    );
    expect(text).toContain('"deep":{"keys":[1,null,"é☕"]}');
  });
});
