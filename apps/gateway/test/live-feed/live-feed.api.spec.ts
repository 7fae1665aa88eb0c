import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Outgoing } from '@tributary/bus/messages/message';
import type { CredentialChanged } from '@tributary/contracts/admin/access';
import { activityReceived, activityToAnalyze, credentialChanged } from '@tributary/contracts/topics/topics';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { emailHash } from '@tributary/contracts/tracking/identifier';
import { eventually } from '@tributary/testing/eventually';
import { findRepeatedly, limitBeside, timeOf } from '@tributary/testing/time-limit';
import { FeedClient } from '@tributary/testing/feed-client';
import { bootGateway, tokens } from '../booted-gateway.js';
import { capture } from '../captured-request.js';
import { gateway, feeds, open, valueOf, collect, post, aDatamart } from './live-feed-fixture.js';

/** Sends an activity, and returns its id. */
async function send(activity: Record<string, unknown> = {}, datamart = '1'): Promise<string> {
  const body = JSON.stringify({ $type: 'SITE_VISIT', $user_agent_id: 'web:1:abc', ...activity });
  const response = await post(body, {}, datamart);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

/** Publishes as another gateway, or activity-analysis, would. */
function publish(datamart_id: string, count: number, more: Partial<ActivityReceived> = {}): Promise<void> {
  const messages = Array.from({ length: count }, (): Outgoing<ActivityReceived> => {
    const activity_id = randomUUID();
    const body = '{"$type":"TOUCH","$user_agent_id":"a"}';
    const identifiers = [{ type: 'USER_AGENT' as const, value: 'a' }];
    return { id: activity_id, value: { datamart_id, activity_id, received_ts: 7, identifiers, body, ...more } };
  });
  return gateway.platform.bus.publisher.publish(activityReceived, messages);
}

describe('the live feed', () => {
  it('opens at once, with a comment', async () => {
    const feed = await open();
    expect(feed.response.status).toBe(200);
    expect(feed.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(feed.response.headers.get('cache-control')).toBe('no-store');
    await eventually(() => expect(feed.text).toContain(': open\n\n'), { every: 10 });
  });

  it('shows an activity within a second after its 200, as it was sent, with id and time', async () => {
    const feed = await open();
    const sent = '{ "$type":"TOUCH","$user_agent_id":"web:1:x",\n "n":12345678901234567890.10,"$id":"mine" }';
    let answer = { data: { id: '', received_ts: 0 } };
    const late = await findRepeatedly(async () => {
      const requestMs = await timeOf(async () => {
        answer = (await (await post(sent)).json()) as typeof answer;
      });
      const shownMs = await timeOf(() => eventually(() => expect(feed.ids.at(-1)).toBe(answer.data.id), { every: 20 }));
      return shownMs < limitBeside(1_000, [requestMs]) ? [] : [{ shownMs, requestMs }];
    });
    expect(late).toEqual([]);
    const event = feed.of('activity').at(-1);
    const { id, received_ts } = answer.data;
    expect(event?.id).toBe(id);
    expect(event?.text).toContain('12345678901234567890.10');
    expect(event?.data).toMatchObject({ $type: 'TOUCH', $id: id, $received_ts: received_ts, $ts: received_ts });
  });

  it('shows the activities of its datamart only', async () => {
    const [own, other] = [await aDatamart(), await aDatamart()];
    const feed = await open('', { datamart: own });
    await publish(other, 3);
    await publish(own, 1);
    await eventually(() => expect(feed.ids).toHaveLength(1));
    await sleep(100);
    expect(feed.ids).toHaveLength(1);
  });

  it('shows each line of several that is accepted', async () => {
    const datamart = await aDatamart();
    const feed = await open('', { datamart });
    const line = (n: number) => `{"$type":"TOUCH","$user_agent_id":"a","n":${n}}`;
    const type = { 'content-type': 'application/x-ndjson' };
    expect((await post(`${line(1)}\n{}\n${line(2)}`, type, datamart)).status).toBe(200);
    await eventually(() => expect(feed.of('activity').map(({ data }) => data['n'])).toEqual([1, 2]));
  });

  it('shows activities that go to analyzers when they are accepted, and not again after their analysis', async () => {
    const datamart = await aDatamart();
    const feed = await open('', { datamart });
    await publish(datamart, 1);
    const analyzed = randomUUID();
    const body = '{"$type":"TOUCH","$user_agent_id":"a","$site_id":"8298"}';
    const identifiers = [{ type: 'USER_AGENT' as const, value: 'a' }];
    const activity = { datamart_id: datamart, activity_id: analyzed, received_ts: 7, identifiers, body };
    await gateway.platform.bus.publisher.publish(activityToAnalyze, [
      { id: analyzed, value: { ...activity, channel_id: '8298' } },
    ]);
    await eventually(() => expect(feed.ids.at(-1)).toBe(analyzed));
    await publish(datamart, 1, { analysis_id: randomUUID() });
    await publish(datamart, 1, { outcome: 'dropped', analysis_id: randomUUID(), body: '' });
    const last = randomUUID();
    await publish(datamart, 1, { activity_id: last });
    await eventually(() => expect(feed.ids.at(-1)).toBe(last));
    expect(feed.ids).toHaveLength(3);
  });

  it.each([
    ['type=TOUCH', { $type: 'TOUCH' }],
    ['type=TOUCH&type=EMAIL', { $type: 'EMAIL' }],
    ['type=!SITE_VISIT', { $type: 'TOUCH' }],
    ['event_name=buy', { $events: [{ $event_name: 'view' }, { $event_name: 'buy' }] }],
    ['event_name=sell&event_name=buy', { $events: [{ $event_name: 'buy' }] }],
    ['event_name=buy&event_name=!view', { $events: [{ $event_name: 'buy' }] }],
    ['type=SITE_VISIT&event_name=!view', { $events: [] }],
    ['identifier=user_agent_id%3Dweb:1:me', { $user_agent_id: 'web:1:me' }],
    ['identifier=compartment_id=default,user_account_id=u', { $user_account_id: 'u' }],
    ['identifier=compartment_id=7,user_account_id=u', { $compartment_id: 7, $user_account_id: 'u' }],
    [`identifier=email_hash=${emailHash('ada@example.com')}`, { $email_hash: { $email: ' Ada@example.com' } }],
  ])('with ?%s shows only what matches', async (query, matching: Record<string, unknown>) => {
    const datamart = await aDatamart();
    const feed = await open(`?${query}`, { datamart });
    const other = { $type: 'SITE_VISIT', $events: [{ $event_name: 'view' }] };
    await send(other, datamart);
    const first = await send({ ...other, ...matching }, datamart);
    await send(other, datamart);
    const second = await send({ ...other, ...matching }, datamart);
    await feed.untilIds(first, second);
  });

  it.each([
    ['sample=0', 'sample: '],
    ['sample=101', 'sample: '],
    ['sample=x', 'sample: '],
    ['type=', 'type[0]: '],
    ['event_name=!', 'event_name[0]: '],
    ['identifier=unknown', 'identifier: '],
    ['identifier=user_agent_id=null', 'identifier: is empty or a placeholder'],
    ['identifier=user_point_id=0191f7a0-0000-7000-8000-00000000000a', 'identifier: '],
  ])('answers ?%s with 400 that names the field', async (query, message) => {
    const { response } = await open(`?${query}`);
    expect(response.status).toBe(400);
    const body = (await response.json()) as { error_code: string; error: string };
    expect(body).toMatchObject({ error_code: 'BAD_REQUEST_DATA', error: expect.stringContaining(message) });
  });

  it('shows at most as many per second as asked for, and counts the others', async () => {
    const datamart = await aDatamart();
    const [sampled, exact] = await Promise.all([
      open('?sample=5', { datamart }),
      open('?sample=5&identifier=user_agent_id=a', { datamart }),
    ]);
    await publish(datamart, 60);
    await eventually(() => expect(exact.ids).toHaveLength(60));
    await eventually(() => {
      const skipped = sampled.of('skipped').map(({ data }) => Number(data['count']));
      expect(sampled.ids.length + skipped.reduce((sum, count) => sum + count, 0)).toBe(60);
    });
    expect(sampled.ids.length).toBeLessThanOrEqual(10);
    expect(exact.of('skipped')).toEqual([]);
  });

  it('opens with the last 200 activities of a datamart that is being watched', async () => {
    const datamart = await aDatamart();
    const first = await open('?identifier=user_agent_id=a', { datamart });
    await publish(datamart, 250);
    await eventually(() => expect(first.ids).toHaveLength(250));
    const second = await open('?sample=1', { datamart });
    await eventually(() => expect(second.ids).toEqual(first.ids.slice(50)));
  });

  it('reads no topic before its first viewer', async () => {
    const fresh = await bootGateway();
    const reads = async () =>
      Number(/^tributary_follower_reads_total.* (\S+)$/m.exec(await fresh.platform.metrics.registry.metrics())?.[1]);
    const body = '{"$type":"TOUCH","$user_agent_id":"a"}';
    const init = {
      method: 'POST',
      body,
      headers: { authorization: tokens.EDITOR, 'content-type': 'application/json' },
    };
    const head = { method: 'HEAD', headers: { authorization: tokens.READER } };
    expect((await fetch(`${fresh.url}${collect}/events`, head)).status).toBe(200);
    expect((await fetch(fresh.url + collect, init)).status).toBe(200);
    await sleep(50);
    expect(await reads()).toBe(0);
    const feed = await FeedClient.open(fresh.url, { token: tokens.READER });
    await fetch(fresh.url + collect, init);
    await eventually(() => expect(feed.ids).toHaveLength(1));
    expect(await reads()).toBe(1);
    feed.close();
    await fresh.stop();
  });

  it('logs who has opened it, and nothing else', async () => {
    const lines: unknown[][] = [];
    const fresh = await bootGateway({
      extend: (server) =>
        server.addHook('preHandler', (request, _reply, done) => {
          request.log.warn = (...line: unknown[]) => void lines.push(line);
          done();
        }),
    });
    const feed = await FeedClient.open(fresh.url, { token: tokens.READER, query: '?identifier=user_agent_id=secret' });
    expect(lines).toEqual([[{ datamart_id: '1', user_id: `user of ${tokens.READER}` }, 'live feed opened']]);
    feed.close();
    await fresh.stop();
  });

  it('ends when the gateway stops', async () => {
    const fresh = await bootGateway();
    const feed = await FeedClient.open(fresh.url, { token: tokens.READER });
    const stopped = fresh.stop();
    await eventually(() => expect(feed.hasEnded).toBe(true));
    await stopped;
  });
});

describe('access to the live feed', () => {
  it.each([
    ['no credential', {}, 401],
    ['a wrong token', { authorization: 'wrong' }, 401],
    ['a signature', Object.fromEntries(capture('GET', `${collect}/events`, '', {}).headers), 403],
  ])('with %s is refused', async (_case, headers: Record<string, string>, status) => {
    expect((await fetch(`${gateway.url}${collect}/events`, { headers })).status).toBe(status);
  });

  it('of another organisation is refused', async () => {
    expect((await open('', { datamart: '2' })).response.status).toBe(403);
  });

  it('ends when the caller loses the role', async () => {
    const change = (value: CredentialChanged) =>
      gateway.platform.bus.publisher.publish(credentialChanged, [{ id: randomUUID(), value }]);
    const setRole = (version: number, role?: 'READER') =>
      change({ kind: 'user', id: 'viewer', version, roles: role ? [{ organisation_id: '1', role }] : [] });
    const token = 'token-of-the-viewer-who-loses-the-role-xxx';
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
    const token_sha256 = Buffer.from(digest).toString('hex');
    await setRole(1, 'READER');
    const expiration_date = Date.now() + 600_000;
    await change({ kind: 'api_token', id: 'viewer', version: 1, token_sha256, user_id: 'viewer', expiration_date });
    const [feed, other] = [await open('', { token }), await open()];
    const shown = await send();
    await eventually(() => expect(feed.ids.at(-1)).toBe(shown));
    await setRole(2);
    const hidden = await send();
    await eventually(() => expect(feed.hasEnded).toBe(true));
    await eventually(() => expect(other.ids.at(-1)).toBe(hidden));
    expect(feed.ids).not.toContain(hidden);
    expect(other.hasEnded).toBe(false);
  });

  it('is limited to 5 viewers of a datamart and 50 of a gateway, beyond which it is answered 503 with Retry-After', async () => {
    const busy = await aDatamart();
    for (let count = 0; count < 5; count++) expect((await open('', { datamart: busy })).response.status).toBe(200);
    const sixth = await open('', { datamart: busy });
    expect([sixth.response.status, sixth.response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await sixth.response.json()).toMatchObject({ error_code: 'SERVICE_UNAVAILABLE' });
    for (let datamart = 0; datamart < 9; datamart++) {
      const id = await aDatamart();
      for (let count = 0; count < 5; count++) expect((await open('', { datamart: id })).response.status).toBe(200);
    }
    expect(await valueOf('tributary_gateway_live_feed_viewers')).toBe(50);
    expect((await open('', { datamart: await aDatamart() })).response.status).toBe(503);
    feeds[0]?.close();
    await eventually(async () => expect((await open('', { datamart: busy })).response.status).toBe(200));
  });

  it('by HEAD takes no place of a viewer, and checks the query', async () => {
    const head = (query: string) =>
      fetch(`${gateway.url}${collect}/events${query}`, { method: 'HEAD', headers: { authorization: tokens.READER } });
    for (let count = 0; count < 10; count++) {
      const { status, headers } = await head('');
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/event-stream/)]);
    }
    expect(await valueOf('tributary_gateway_live_feed_viewers')).toBe(0);
    expect((await head('?sample=0')).status).toBe(400);
  });
});

describe('a viewer that reads nothing', () => {
  it('delays neither collecting nor other viewers, and loses events', async () => {
    const datamart = await aDatamart();
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.pause();
    const target = `/v1/datamarts/${datamart}/user_activities/events?identifier=user_agent_id=a`;
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: ${tokens.READER}\r\n\r\n`);
    await eventually(async () => expect(await valueOf('tributary_gateway_live_feed_viewers')).toBe(1));
    const other = await open('?sample=100', { datamart });
    const body = JSON.stringify({ $type: 'TOUCH', $user_agent_id: 'a', filling: 'x'.repeat(500_000) });
    const skipped = () => valueOf('tributary_gateway_live_feed_events_total\\{outcome="skipped".*');
    const before = await skipped();
    for (let count = 1; count <= 60; count++) {
      await publish(datamart, 1, { body });
      // On a busy machine it would be slow, too.
      await eventually(() => expect(other.ids).toHaveLength(count));
    }
    // The control: the one that reads has lost nothing.
    expect(other.of('skipped')).toEqual([]);
    expect((await skipped()) - before).toBeGreaterThan(20);
    socket.destroy();
  });
});
