import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPerson, refused, startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking()));
afterAll(() => tracking.stop());

const put = (path: string, body: object | string) => tracking.call('PUT', path, body);
const get = (path: string) => tracking.call('GET', path);
const remove = (path: string) => tracking.call('DELETE', path);
const notFound = refused(404, 'RESOURCE_NOT_FOUND', 'Resource Not Found');

describe('PUT of a profile', () => {
  it('returns the profile after the update, and so does GET', async () => {
    const { profile, account } = aPerson();
    const before = Date.now();
    const answer = await put(profile, { city: 'Paris', $ts: 1 });
    const data = {
      city: 'Paris',
      $compartment_id: 'c',
      $user_account_id: account,
      $creation_ts: expect.any(Number),
      $last_modified_ts: expect.any(Number),
    };
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok', data } });
    expect(Object.keys(answer.body.data).sort()).toEqual(Object.keys(data).sort());
    expect((answer.body.data as Record<string, number>)['$creation_ts']).toBeGreaterThanOrEqual(before);
    expect(await get(profile)).toEqual(answer);
  });

  it.each<[string, string, object, object, object]>([
    ['without a strategy', '', { a: 1, o: { x: 1 } }, { b: 2, o: { y: 2 } }, { a: 1, b: 2, o: { y: 2 } }],
    ['PARTIAL_UPDATE', '?update_strategy=PARTIAL_UPDATE', { a: 1 }, { a: null }, { a: null }],
    [
      'merge_objects',
      '?merge_objects=true',
      { o: { x: 1, l: [1] } },
      { o: { y: 2, l: [2] } },
      { o: { x: 1, y: 2, l: [2] } },
    ],
    [
      'PARTIAL_UPDATE and merge_objects',
      '?update_strategy=PARTIAL_UPDATE&merge_objects=true',
      { o: { x: 1 } },
      { o: { y: 2 } },
      { o: { x: 1, y: 2 } },
    ],
    ['FORCE_REPLACE', '?update_strategy=FORCE_REPLACE', { a: 1 }, { b: 2 }, { b: 2 }],
    ['force_replace', '?force_replace=true', { a: 1 }, { b: 2 }, { b: 2 }],
    ['force_replace=false', '?force_replace=false', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    [
      'force_replace and merge_objects',
      '?force_replace=true&merge_objects=true',
      { o: { x: 1 } },
      { o: { y: 2 } },
      { o: { y: 2 } },
    ],
    [
      'PARTIAL_DELETE',
      '?update_strategy=PARTIAL_DELETE',
      { a: 1, o: { x: 1 }, l: [1, 2] },
      { a: 0, o: { x: 0 }, l: [2] },
      { o: {}, l: [1] },
    ],
    [
      'update_strategy before force_replace',
      '?update_strategy=PARTIAL_UPDATE&force_replace=true',
      { a: 1 },
      { b: 2 },
      { a: 1, b: 2 },
    ],
    [
      'FORCE_REPLACE before force_replace=false',
      '?update_strategy=FORCE_REPLACE&force_replace=false',
      { a: 1 },
      { b: 2 },
      { b: 2 },
    ],
  ])('%s', async (_case, query, first, second, expected) => {
    const { profile } = aPerson();
    await put(profile, first);
    const { status, body } = await put(`${profile}${query}`, second);
    const { $compartment_id, $user_account_id, $creation_ts, $last_modified_ts, ...properties } = body.data as Record<
      string,
      unknown
    >;
    expect([status, properties]).toEqual([200, expected]);
    expect([$compartment_id, $user_account_id, typeof $creation_ts, typeof $last_modified_ts]).toEqual([
      'c',
      expect.any(String),
      'number',
      'number',
    ]);
  });

  it('keeps numbers as sent, and keys that every object has', async () => {
    const { profile } = aPerson();
    const properties = '"big":12345678901234567890.10,"one":1.0,"__proto__":{"x":9007199254740993}';
    for (const { text } of [await put(profile, `{${properties}}`), await get(profile)])
      expect(text).toContain(properties);
  });

  it('applies writes by their time, in any order of arrival', async () => {
    const { profile } = aPerson();
    await put(profile, { $ts: 2_000, a: 'new' });
    await put(`${profile}?update_strategy=PARTIAL_DELETE`, { $ts: 3_000, b: 0 });
    const { body } = await put(profile, { $ts: 1_000, a: 'old', b: 'old', c: 'old' });
    expect(body.data).toMatchObject({ a: 'new', c: 'old' });
    expect(body.data).not.toHaveProperty('b');
    expect(body.data).not.toHaveProperty('$ts');
  });

  it('uses the time of the request when the body has none', async () => {
    const { profile } = aPerson();
    await put(profile, { a: 'now', $ts: null });
    expect((await put(profile, { a: 'old', $ts: Date.now() - 60_000 })).body.data).toMatchObject({ a: 'now' });
    expect((await put(profile, { a: 'again' })).body.data).toMatchObject({ a: 'again' });
  });

  it('ignores fields that only the platform writes, and accepts the account repeated in the body', async () => {
    const { profile, account } = aPerson();
    const { body } = await put(profile, {
      $creation_ts: 1,
      $last_modified_ts: 1,
      $compartment_id: 'c',
      $user_account_id: account,
    });
    expect((body.data as Record<string, number>)['$creation_ts']).toBeGreaterThan(1);
  });

  it('accepts integers in place of ids, and a time as text', async () => {
    const [compartment, account] = ['1606', '12345678901234567890'];
    const selector = `compartment_id=${compartment},user_account_id=${account}`;
    const path = `7/user_points/${selector}/user_profiles/compartment_id=${compartment}/user_account_id=${account}`;
    const ids = `"$compartment_id":${compartment},"$user_account_id":${account}`;
    expect((await put(path, `{${ids},"$ts":"2000","city":"Paris"}`)).body.data).toMatchObject({
      $compartment_id: compartment,
      $user_account_id: account,
      city: 'Paris',
    });
    // An earlier time does not win.
    expect((await put(path, `{"$ts":"1000","city":"Rome"}`)).body.data).toMatchObject({ city: 'Paris' });
    expect(await put(path, `{${ids.replace('7890', '7891')}}`)).toMatchObject(
      refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', '$user_account_id'),
    );
  });

  it('finds a person by any hash: in hexadecimal without regard to case, otherwise exactly', async () => {
    const profile = 'user_profiles/compartment_id=c/user_account_id';
    await put(`7/user_points/email_hash=AbC999/${profile}=hex`, { a: 1 });
    expect((await get(`7/user_points/email_hash=aBc999/${profile}=hex`)).status).toBe(200);
    await put(`7/user_points/email_hash=AbC%2B%2Fz/${profile}=base64`, { a: 1 });
    expect((await get(`7/user_points/email_hash=AbC%2B%2Fz/${profile}=base64`)).status).toBe(200);
    expect((await get(`7/user_points/email_hash=abc%2B%2Fz/${profile}=base64`)).status).toBe(404);
  });

  it('creates the user point of an unknown identifier, which then owns the account', async () => {
    const { account, selector } = aPerson();
    const agent = `7/user_points/user_agent_id=agent-of-${account}`;
    await put(`${agent}/user_profiles/compartment_id=c/user_account_id=${account}`, { a: 1 });
    const list = await get(`7/user_points/${selector}/user_profiles`);
    expect(list.body).toMatchObject({ count: 1, total: 1, data: [{ a: 1 }] });
    expect(await get(`${agent}/user_profiles`)).toEqual(list);
  });

  it('serves all ids of the path encoded, with commas and equals signs', async () => {
    const path =
      '7/user_points/compartmentId=a%2Cb=,user_account_id=x%3Dy%2Fz/user_profiles/compartmentId=a%2Cb%3D/user_account_id=x=y%2Fz';
    expect(await put(path, {})).toMatchObject({
      status: 200,
      body: { data: { $compartment_id: 'a,b=', $user_account_id: 'x=y/z' } },
    });
  });

  it('loses no concurrent write', async () => {
    const { profile } = aPerson();
    const names = Array.from({ length: 40 }, (_, index) => `p${index}`);
    const answers = await Promise.all(names.map((name) => put(profile, { [name]: name })));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await get(profile)).body.data).toMatchObject(Object.fromEntries(names.map((name) => [name, name])));
  });

  it('keeps datamarts apart', async () => {
    const { profile } = aPerson();
    await put(profile, { a: 1 });
    expect(await get(profile.replace(/^7/, '8'))).toMatchObject(notFound);
  });
});

describe('GET of profiles', () => {
  it('pages the list, in a stable order', async () => {
    const { point, account } = aPerson();
    for (const compartment of ['b', 'a', 'd', 'c'])
      await put(`${point}/user_profiles/compartment_id=${compartment}/user_account_id=${account}`, { compartment });
    const { body } = await get(`${point}/user_profiles?first_result=1&max_results=2`);
    expect(body).toMatchObject({ count: 2, total: 4, first_result: 1, max_results: 2 });
    expect((body.data as { compartment: string }[]).map(({ compartment }) => compartment)).toEqual(['b', 'c']);
    expect((await get(`${point}/user_profiles?first_result=9`)).body).toMatchObject({ data: [], count: 0, total: 4 });
    expect(await get(`${point}/user_profiles?max_results=0`)).toMatchObject(
      refused(400, 'BAD_REQUEST_DATA', 'max_results'),
    );
  });

  it('does not find unknown people or profiles, and returns an empty list for a person without profiles', async () => {
    const { point, profile, selector } = aPerson();
    expect(await get(profile)).toMatchObject(notFound);
    expect(await get(`${point}/user_profiles`)).toMatchObject(notFound);
    expect(await get('7/user_points/email_hash=abc123/user_profiles')).toMatchObject(notFound);
    await put(profile, {});
    await remove(profile);
    expect(await get(profile)).toMatchObject(notFound);
    expect((await get(`7/user_points/${selector}/user_profiles`)).body).toMatchObject({ data: [], count: 0, total: 0 });
  });
});

describe('DELETE of a profile', () => {
  it('deletes it at any time, and no older write restores it', async () => {
    const { profile } = aPerson();
    await put(profile, { a: 1, $ts: Date.parse('2090-01-01') });
    expect(await remove(profile)).toEqual({ status: 200, text: '{"status":"ok"}', body: { status: 'ok' } });
    expect(await get(profile)).toMatchObject(notFound);
    expect(await remove(profile)).toMatchObject(notFound);
    const late = await put(profile, { a: 1, $ts: 1_000 });
    expect([late.status, Object.keys(late.body.data)]).toEqual([200, expect.not.arrayContaining(['a'])]);
    expect(await get(profile)).toMatchObject(notFound);
    await put(profile, { b: 2 });
    expect((await get(profile)).body.data).toMatchObject({ b: 2 });
    expect((await get(profile)).body.data).not.toHaveProperty('a');
  });
});

describe('merged people', () => {
  it('have one profile, as if all writes had gone to it', async () => {
    const [one, other] = [aPerson(), aPerson()];
    await put(one.profile, { a: 1 });
    await put(other.profile, { b: 2 });
    const account = ($user_account_id: string) => ({ $type: 'USER_ACCOUNT', $compartment_id: 'c', $user_account_id });
    await tracking.send('7', { $user_identifiers: [account(one.account), account(other.account)] });
    const { body } = await get(`${one.point}/user_profiles`);
    expect(body).toMatchObject({ total: 2, data: [{ a: 1 }, { b: 2 }] });
    expect((await get(other.profile)).body.data).toMatchObject({ b: 2 });
  });
});

it('counts the existing profiles', async () => {
  const there = await tracking.database.query<{ there: number }[]>(
    'select count(*)::int as there from user_profiles where properties is not null',
  );
  expect(await tracking.counted('UserProfile')).toBe(there[0]?.there);
});
