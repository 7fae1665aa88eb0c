import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Tributary } from '../src/tributary.js';
import type { FlushResult } from '../src/options.js';
import { server, client, listen, visit, queued, pause } from './client-fixture.js';

describe('an activity', () => {
  it('is sent as NDJSON with the token, the defaults, its id and its time', async () => {
    const tributary = client({ datamart: '7/8', defaults: { $site_id: '8298', color: 'red' } });
    const sent = listen(tributary, 'sent');
    const before = Date.now();
    tributary.identify({ account: 'ana', email: 'ana@example.com' });
    tributary.identify({ account: 'ben', compartment: '7', emailHash: 'abc' });
    const id = await tributary.activity(visit(1, { color: 'blue' }));
    void tributary.activity(visit(2, { $user_identifiers: [agent] }));
    void tributary.activity(visit(3, { $user_identifiers: null }));
    expect(await tributary.flush(queued)).toEqual({ sent: 3, refused: 0, dropped: 0, kept: 0 });
    const [request] = server.requests;
    expect(request).toMatchObject({
      path: '/v1/datamarts/7%2F8/user_activities',
      headers: { authorization: 't', 'content-type': 'application/x-ndjson' },
    });
    const [activity, ofAnother, ofNone] = request?.lines ?? [];
    expect(ofAnother).toMatchObject({ $user_identifiers: [agent] });
    expect(ofNone).toMatchObject({ $user_identifiers: [{ $user_account_id: 'ben' }, { $hash: 'abc' }] });
    expect(activity).toEqual({
      $type: 'SITE_VISIT',
      n: 1,
      color: 'blue',
      $site_id: '8298',
      $unique_key: id,
      $ts: expect.any(Number),
      $user_identifiers: [
        { $type: 'USER_ACCOUNT', $user_account_id: 'ben', $compartment_id: '7' },
        { $type: 'USER_EMAIL', $hash: 'abc' },
      ],
    });
    expect(activity?.$ts).toBeGreaterThanOrEqual(before);
    expect(sent).toEqual([
      { activity, received_ts: 1 },
      { activity: ofAnother, received_ts: 1 },
      { activity: ofNone, received_ts: 1 },
    ]);
  });
  const agent = { $type: 'USER_AGENT' as const, $user_agent_id: 'web:1:x' };

  it('keeps the id and the time that the caller gives, and is one with another of the same id', async () => {
    const tributary = client();
    const $unique_key = '0190F0A4-0000-7000-8000-00000000ABCD';
    const ids = [1, 2].map((n) => tributary.activity(visit(n, { $unique_key, $ts: 5 })));
    expect(await Promise.all(ids)).toEqual([$unique_key.toLowerCase(), $unique_key.toLowerCase()]);
    await tributary.flush(queued);
    expect([...server.stored.values()]).toMatchObject([{ n: 1, $ts: 5, $unique_key: $unique_key.toLowerCase() }]);
  });

  it('is a copy: a later change of the object is not sent', async () => {
    const tributary = client();
    const given = visit(1);
    void tributary.activity(given);
    given.n = 2;
    await tributary.flush(queued);
    expect([...server.timesStored()]).toEqual([[1, 1]]);
  });

  it('goes with others in one request, in batches that the platform takes', async () => {
    const tributary = client({ queue: { maxBytes: 5_000_000 }, lingerMs: 50 });
    for (let n = 0; n < 600; n++) void tributary.activity(visit(n, { text: 'é'.repeat(400) }));
    await tributary.flush(queued);
    expect(server.stored.size).toBe(600);
    const sizes = server.requests.map(({ headers }) => Number(headers['content-length']));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256_000);
    expect(sizes.length).toBeLessThan(6);
  });

  it('of a profile or a visit takes the same way', async () => {
    const tributary = client();
    void tributary.siteVisit([{ $event_name: '$item_view' }], { $site_id: '1' });
    void tributary.setProfile({ plan: 'free' });
    await tributary.flush(queued);
    expect([...server.stored.values()]).toMatchObject([
      { $type: 'SITE_VISIT', $site_id: '1', $events: [{ $event_name: '$item_view' }] },
      { $type: 'TOUCH', $events: [{ $event_name: '$set_user_profile_properties', $properties: { plan: 'free' } }] },
    ]);
  });

  it.each([
    ['with a cycle', () => cyclic(), 'invalid'],
    ['that is too large', () => visit(1, { text: 'x'.repeat(1_000_000) }), 'too_large'],
  ] as const)('%s is dropped', async (_what, activity, reason) => {
    const tributary = client();
    const dropped = listen(tributary, 'dropped');
    expect(await tributary.activity(activity())).toBeUndefined();
    expect(dropped).toMatchObject([{ reason, activity: { $type: 'SITE_VISIT' } }]);
  });
  const cyclic = () => {
    const activity: ReturnType<typeof visit> & { self?: unknown } = visit(1);
    activity.self = activity;
    return activity;
  };
});

describe('a refusal', () => {
  it('is of one line, and does not stop the others', async () => {
    const tributary = client();
    const refused = listen(tributary, 'refused');
    for (let n = 0; n < 20; n++) void tributary.activity(visit(n, { poison: n === 3 }));
    expect(await tributary.flush(queued)).toEqual({ sent: 19, refused: 1, dropped: 0, kept: 0 });
    expect(refused).toMatchObject([{ activity: { n: 3 }, error_code: 'BAD_REQUEST_DATA', error: 'poison' }]);
    expect(server.requests).toHaveLength(1);
  });

  it('of the whole request finds the lines that cause it', async () => {
    server.isStrict = true;
    const tributary = client();
    const refused = listen(tributary, 'refused');
    for (let n = 0; n < 20; n++) void tributary.activity(visit(n, { poison: n % 7 === 3 }));
    expect(await tributary.flush(queued)).toMatchObject({ sent: 17, refused: 3 });
    expect(refused.map(({ activity }) => activity['n'])).toEqual([3, 10, 17]);
  });

  it.each([401, 403])('of the credential (%i) stops sending and keeps the queue', async (status) => {
    server.status = status;
    const tributary = client();
    const kept = listen(tributary, 'kept');
    void tributary.activity(visit(1));
    await eventually(() => expect(kept).toHaveLength(1));
    expect(kept[0]).toEqual({
      activities: [expect.objectContaining({ n: 1 })],
      reason: 'unauthorized',
      status,
      error: 'why',
    });
    await tributary.activity(visit(2));
    await pause(100);
    expect(server.requests).toHaveLength(1);
    expect(await tributary.flush(queued)).toMatchObject({ kept: 2, reason: 'unauthorized' });
    expect(server.requests).toHaveLength(2);
    server.status = undefined;
    tributary.setAuth({ token: 'other' });
    await eventually(() => expect(server.stored.size).toBe(2));
    expect(server.requests.at(-1)?.headers.authorization).toBe('other');
  });
});

describe('a credential that is replaced while a request is refused', () => {
  /** A client whose first request is refused, and which does this before it learns so. */
  function refusedOnce(meanwhile: (client: Tributary) => unknown): Tributary {
    server.status = 401;
    const tributary: Tributary = client({
      fetch: async (...request) => {
        const response = await fetch(...request);
        if (server.status === undefined) return response;
        server.status = undefined;
        meanwhile(tributary);
        // Longer than it lingers.
        await pause(50);
        return response;
      },
    });
    return tributary;
  }

  it('is used at once', async () => {
    const tributary = refusedOnce((client) => client.setAuth({ token: 'other' }));
    await tributary.activity(visit(1));
    await eventually(() => expect(server.stored.size).toBe(1));
    expect(server.requests.at(-1)?.headers.authorization).toBe('other');
  });

  it('is tried by a flush that has begun meanwhile', async () => {
    let flushed: Promise<FlushResult> | undefined;
    const tributary = refusedOnce((client) => (flushed = client.flush(queued)));
    await tributary.activity(visit(1));
    await eventually(async () => expect(await flushed).toMatchObject({ sent: 1, kept: 0 }));
  });
});

describe('a signed request', () => {
  it('has the headers of its signature, and no token', async () => {
    const tributary = client({ auth: { keyId: 'k', secret: '0f1e', headerPrefix: 'Acme' } });
    void tributary.activity(visit(1));
    await tributary.flush(queued);
    const {
      authorization,
      'x-acme-mac': mac,
      'x-acme-key-id': keyId,
      'x-acme-ts': ts,
    } = server.requests[0]?.headers ?? {};
    expect({ authorization, keyId }).toEqual({ authorization: undefined, keyId: 'k' });
    expect(mac).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(Math.abs(Number(ts) - Date.now())).toBeLessThan(60_000);
  });
});

describe('a client', () => {
  it('lets a listener be removed', async () => {
    const tributary = client();
    const sent: unknown[] = [];
    const remove = tributary.on('sent', (event) => sent.push(event));
    remove();
    void tributary.activity(visit(1));
    expect(await tributary.flush(queued)).toMatchObject({ sent: 1 });
    expect(sent).toEqual([]);
  });
});
