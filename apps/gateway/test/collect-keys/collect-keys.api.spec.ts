import { describe, expect, it } from '@jest/globals';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { routes } from '../../src/routes.js';
import { PublishedActivities, secretKey, signingKeys, tokens } from '../booted-gateway.js';
import { activities, anActivity, gateway, keys, metric, publish, published, send } from './collect-keys-fixture.js';

const { forServers, forShop, limited, ofChannel, ofOtherDatamart, withProfiles } = keys;
const refused = (status: number, error_code: string) => ({ status, body: { status: 'error', error_code } });
const lines = (...all: object[]) => all.map((one) => JSON.stringify(one)).join('\n');
const ndjson = { 'content-type': 'application/x-ndjson' };

describe('a collect key', () => {
  it.each([
    ['in the header', { key: forServers }],
    ['as a bearer', { headers: { authorization: `Bearer ${forServers.key}` } }],
    ['in the query', { path: `${activities}?collect_key=${forServers.key}` }],
    ['beside an empty header', { path: `${activities}?collect_key=${forServers.key}`, headers: { authorization: '' } }],
  ])('%s sends an activity', async (_case, sending) => {
    expect(await send(sending)).toMatchObject({ status: 200, body: { data: { id: expect.any(String) } } });
    expect(published()).toEqual([anActivity()]);
  });

  it('sends NDJSON', async () => {
    const body = lines(anActivity(), { $type: 'x' });
    const answer = await send({ key: forServers, headers: ndjson, body });
    expect(answer).toMatchObject({ status: 200, body: { data: { accepted: 1, rejected: 1 } } });
  });

  it.each(['tck_', 'tck_unknown', `tck_${'0'.repeat(22)}`])('%s is refused as unknown', async (key) => {
    for (const sending of [{ headers: { authorization: key } }, { path: `${activities}?collect_key=${key}` }])
      expect(await send(sending)).toMatchObject(refused(401, 'TOKEN_ERROR'));
    expect(published()).toEqual([]);
  });

  it('sent twice in the query is refused as unknown', async () => {
    const path = `${activities}?collect_key=${forServers.key}&collect_key=${forServers.key}`;
    expect(await send({ path })).toMatchObject(refused(401, 'TOKEN_ERROR'));
  });

  it('beside an Authorization header does not count', async () => {
    const path = (key: string) => `${activities}?collect_key=${key}`;
    expect(await send({ path: path('tck_x'), headers: { authorization: tokens.EDITOR } })).toMatchObject({
      status: 200,
    });
    const reader = await send({ path: path(forServers.key), headers: { authorization: tokens.READER } });
    expect(reader).toMatchObject(refused(403, 'AUTHORIZATION_ERROR'));
    const unknown = await send({ path: path(forServers.key), headers: { authorization: 'tby_x' } });
    expect(unknown).toMatchObject(refused(401, 'TOKEN_ERROR'));
    const elsewhere = `/v1/connected_user?collect_key=${forServers.key}`;
    const answer = await send({ path: elsewhere, method: 'GET', headers: { authorization: tokens.READER } });
    expect(answer.status).toBe(200);
  });

  const others = routes
    .filter(({ collectKey }) => !collectKey)
    .map((one) => [`${one.method} ${one.path}`, one] as const);
  it.each(others)('does nothing else: %s', async (_name, { method, path }) => {
    const target = path.replace(/:\w+/g, '1');
    const inQuery = await send({ method, path: `${target}?collect_key=${forServers.key}` });
    expect(inQuery).toMatchObject(refused(403, 'AUTHORIZATION_ERROR'));
    expect(await send({ method, path: target, key: forServers })).toMatchObject(refused(403, 'AUTHORIZATION_ERROR'));
  });

  it('is taken by the collecting route alone', () =>
    expect(routes.filter(({ collectKey }) => collectKey)).toMatchObject([
      { method: 'POST', path: '/v1/datamarts/:datamart_id/user_activities' },
    ]));

  it('sends to its own datamart only, and names no organisation', async () => {
    for (const path of [activities, '/v1/datamarts/99/user_activities'])
      expect(await send({ key: ofOtherDatamart, path })).toMatchObject(refused(403, 'AUTHORIZATION_ERROR'));
    expect((await send({ key: ofOtherDatamart, path: '/v1/datamarts/2/user_activities' })).status).toBe(200);
    const named = `${activities}?organisation_id=1`;
    expect(await send({ key: forServers, path: named })).toMatchObject(refused(403, 'AUTHORIZATION_ERROR'));
    const malformed = `${activities}?datamart_id=x`;
    expect(await send({ key: forServers, path: malformed })).toMatchObject(refused(400, 'BAD_REQUEST_DATA'));
  });

  it('does not keep activities from being analyzed', async () => {
    const path = `${activities}?processing_pipeline=false`;
    expect(await send({ key: forServers, path })).toMatchObject(refused(403, 'AUTHORIZATION_ERROR'));
  });

  it('makes ids of an Idempotency-Key that are its own', async () => {
    const headers = { 'idempotency-key': 'k-1' };
    const ids: unknown[] = [];
    const sendings = [
      { key: forServers, headers },
      { key: forServers, headers },
      { key: forShop, headers },
    ];
    for (const sending of [...sendings, { headers: { ...headers, authorization: tokens.EDITOR } }])
      ids.push((await send(sending)).body.data?.['id']);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
  });

  it('is effective as it is changed, until it is revoked', async () => {
    const key = { ...forServers, id: '50', key: 'tck_5050505050505050505050' };
    expect((await send({ key })).status).toBe(401);
    await publish(key);
    expect((await send({ key })).status).toBe(200);
    await publish({ ...key, version: 2, channel_id: 'c' });
    expect((await send({ key, body: anActivity({ $site_id: 'd' }) })).status).toBe(403);
    await publish({ kind: 'revocation', credential: 'collect_key', id: '50', version: 4 });
    await publish({ ...key, version: 3 });
    expect(await send({ key })).toMatchObject(refused(401, 'TOKEN_ERROR'));
  });
});

describe('an activity of a collect key', () => {
  it('is read from text/plain, which no other credential may send', async () => {
    for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'TEXT/PLAIN ; x=y']) {
      const headers = { 'content-type': type };
      expect(await send({ key: forServers, headers })).toMatchObject({ status: 200 });
      const token = { ...headers, authorization: tokens.EDITOR };
      expect(await send({ headers: token })).toMatchObject(refused(400, 'BAD_REQUEST_FORMAT'));
    }
    const answer = await send({ key: forServers, headers: { 'content-type': 'text/plain' }, body: 'a=b' });
    expect(answer).toMatchObject(refused(400, 'BAD_REQUEST_FORMAT'));
    for (const type of ['text/plainer', 'text/html', 'application/x-www-form-urlencoded'])
      expect(await send({ key: forServers, headers: { 'content-type': type } })).toMatchObject({ status: 400 });
  });

  it('gets the channel of the key, and is refused with another', async () => {
    await send({ key: ofChannel });
    await send({ key: ofChannel, body: anActivity({ $site_id: 'site-1' }) });
    expect(published()).toEqual(Array.from({ length: 2 }, () => anActivity({ $site_id: 'site-1' })));
    const before = await metric('tributary_gateway_collect_key_refusals_total', 'channel');
    const other = await send({ key: ofChannel, body: anActivity({ $app_id: 'app-1' }) });
    expect(other).toMatchObject(refused(403, 'AUTHORIZATION_ERROR'));
    const body = lines(anActivity({ $site_id: 'x' }), anActivity());
    expect((await send({ key: ofChannel, headers: ndjson, body })).body.data).toMatchObject({
      accepted: 1,
      rejected: 1,
      results: [
        { error_code: 'AUTHORIZATION_ERROR', error: expect.stringContaining('site-1') },
        { id: expect.any(String) },
      ],
    });
    const alone = await send({ key: ofChannel, headers: ndjson, body: lines(anActivity({ $site_id: 'x' })) });
    expect(alone).toMatchObject(refused(400, 'BAD_REQUEST_DATA'));
    expect(PublishedActivities.received).toHaveLength(3);
    expect(await metric('tributary_gateway_collect_key_refusals_total', 'channel')).toBe(before + 3);
  });

  it('loses its profile events, and who they name, unless the key accepts them', async () => {
    const $properties = { $user_account_id: 'a', city: 'Ulm' };
    const $events = [{ $event_name: '$set_user_profile_properties', $properties }, { $event_name: 'x' }];
    const before = await metric('tributary_gateway_profile_events_left_out_total');
    await send({ key: forServers, body: anActivity({ $events }) });
    await send({ key: withProfiles, body: anActivity({ $events }) });
    expect(published()).toEqual([anActivity({ $events: $events.slice(1) }), anActivity({ $events })]);
    expect(PublishedActivities.received.map(({ value }) => value.identifiers.length)).toEqual([1, 2]);
    expect(await metric('tributary_gateway_profile_events_left_out_total')).toBe(before + 1);
    const onlyThere = { $type: 'x', $events: $events.slice(0, 1) };
    expect(await send({ key: forServers, body: onlyThere })).toMatchObject(refused(400, 'BAD_REQUEST_DATA'));
  });

  it('names at most 20 identifiers, as one of a signature does', async () => {
    const named = (count: number) => ({
      $type: 'x',
      $user_identifiers: Array.from({ length: count }, (_, n) => ({ $type: 'USER_AGENT', $user_agent_id: `a-${n}` })),
    });
    expect((await send({ key: forServers, body: named(20) })).status).toBe(200);
    expect(await send({ key: forServers, body: named(21) })).toMatchObject(refused(400, 'BAD_REQUEST_DATA'));
    expect((await send({ headers: { authorization: tokens.EDITOR }, body: named(21) })).status).toBe(200);
    const signer = { key_id: signingKeys.EDITOR, secret_key: secretKey };
    for (const [count, status] of [
      [20, 200],
      [21, 400],
    ] as const) {
      const body = JSON.stringify(named(count));
      expect((await send({ headers: signatureHeaders(signer, activities, body), body })).status).toBe(status);
    }
  });

  it('is refused beyond max_qps, for as long as it says', async () => {
    const body = lines(anActivity(), anActivity());
    const both = await send({ key: limited, headers: ndjson, body });
    expect(both).toMatchObject(refused(503, 'SERVICE_UNAVAILABLE'));
    expect((await send({ key: limited })).status).toBe(200);
    const next = await send({ key: limited });
    expect(next).toMatchObject(refused(503, 'SERVICE_UNAVAILABLE'));
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(900);
    expect(published()).toHaveLength(1);
    expect(await metric('tributary_gateway_collect_key_refusals_total', 'rate')).toBe(2);
    expect((await send({ key: forServers })).status).toBe(200);
  });

  it('is the same as that of a token in all else', async () => {
    const body = anActivity({ n: 1, $unique_key: '6f1c2c1e-58f4-4c0e-9f5b-2f3ad1c7a001' });
    await send({ key: forServers, body });
    await send({ headers: { authorization: tokens.EDITOR }, body });
    const [own, ofToken] = PublishedActivities.received.map(({ value: { received_ts: _ts, ...value } }) => value);
    const public_credential = { kind: 'collect_key', id: forServers.id };
    expect(own).toEqual({ ...ofToken, public_credential, trace: { hash: ofToken?.trace?.hash } });
    expect(gateway.url).toMatch(/^http/);
  });
});
