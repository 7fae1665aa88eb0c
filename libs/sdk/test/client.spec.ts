import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import {
  createTributary,
  type QueueEntry,
  type QueueStorage,
  type Tributary,
  type TributaryEvents,
  type TributaryOptions,
} from '../src/tributary.js';
import type { FlushResult } from '../src/options.js';
import { uuid7 } from '../src/unique-id.js';
import { HostileServer } from './hostile-server.js';

let server: HostileServer;
const open: Tributary[] = [];
beforeEach(async () => void (server = await HostileServer.start()));
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close({ timeoutMs: 0 })));
  server.stop();
});

function client(options: Partial<TributaryOptions> = {}): Tributary {
  const common = { url: server.url, datamart: 1, auth: { token: 't' }, lingerMs: 5, maxRetryDelayMs: 10 };
  const made = createTributary({ ...common, ...options });
  open.push(made);
  return made;
}

function listen<Name extends keyof TributaryEvents>(to: Tributary, name: Name): TributaryEvents[Name][] {
  const events: TributaryEvents[Name][] = [];
  to.on(name, (event) => events.push(event));
  return events;
}

const visit = (n: number, fields: object = {}) => ({ $type: 'SITE_VISIT', n, ...fields });
const queued = { timeoutMs: 180_000 };

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

describe('an outage', () => {
  it('keeps the activities, and sends them with the same ids', async () => {
    server.status = 503;
    const tributary = client();
    const kept = listen(tributary, 'kept');
    await tributary.activity(visit(1));
    await eventually(() => expect(kept.length).toBeGreaterThan(1));
    const keptAll = { sent: 0, refused: 0, dropped: 0, kept: 1, reason: 'unavailable' };
    expect(await tributary.flush({ timeoutMs: 50 })).toEqual(keptAll);
    const retryInMs = expect.any(Number);
    expect(kept[0]).toMatchObject({ activities: [{ n: 1 }], reason: 'unavailable', status: 503, retryInMs });
    server.status = undefined;
    expect(await tributary.flush(queued)).toEqual({ sent: 1, refused: 0, dropped: 0, kept: 0 });
    expect(new Set(server.requests.map(({ lines }) => JSON.stringify(lines))).size).toBe(1);
  });

  it('with Retry-After is waited for, by flush too', async () => {
    server.status = 503;
    server.retryAfter = '3600';
    // The first flush sends, so the activity's own time to be sent comes in the pause.
    const tributary = client({ lingerMs: 60 });
    await tributary.activity(visit(1));
    expect(await tributary.flush({ timeoutMs: 300 })).toMatchObject({ kept: 1 });
    await eventually(() => expect(server.requests).toHaveLength(1));
    expect(await tributary.flush({ timeoutMs: 300 })).toMatchObject({ kept: 1 });
    expect(server.requests).toHaveLength(1);
  });

  it('of the whole server is no error of the caller', async () => {
    const tributary = client({ url: 'http://127.0.0.1:9' });
    const kept = listen(tributary, 'kept');
    expect(await tributary.activity(visit(1))).toMatch(/-7/);
    await eventually(() => expect(kept[0]).toMatchObject({ reason: 'unavailable', error: 'TypeError: fetch failed' }));
    expect(await tributary.flush({ timeoutMs: 100 })).toMatchObject({ kept: 1, reason: 'unavailable' });
  });
});

describe('the queue', () => {
  it('is bounded: what does not fit is dropped and reported', () => {
    server.status = 503;
    const tributary = client({ queue: { maxCount: 10 } });
    const dropped = listen(tributary, 'dropped');
    for (let n = 0; n < 12; n++) void tributary.activity(visit(n));
    expect(dropped).toMatchObject([
      { reason: 'queue_full', activity: { n: 10 } },
      { reason: 'queue_full', activity: { n: 11 } },
    ]);
  });

  it('is bounded in bytes', () => {
    server.status = 503;
    const tributary = client({ queue: { maxBytes: 1_000 } });
    const dropped = listen(tributary, 'dropped');
    for (let n = 0; n < 3; n++) void tributary.activity(visit(n, { text: 'é'.repeat(150) }));
    expect(dropped).toMatchObject([{ reason: 'queue_full', activity: { n: 2 } }]);
  });

  it('lets callers wait for room', async () => {
    const tributary = client({ queue: { maxCount: 10, whenFull: 'wait' } });
    const all = Array.from({ length: 100 }, (_, n) => tributary.activity(visit(n)));
    await pause(1);
    expect(server.stored.size).toBeLessThan(100);
    expect((await Promise.all(all)).every((id) => id !== undefined)).toBe(true);
    await tributary.flush(queued);
    expect(server.stored.size).toBe(100);
    expect(Math.max(...server.requests.map(({ lines }) => lines.length))).toBeLessThanOrEqual(10);
  });
});

describe('a storage', () => {
  const days = 86_400_000;
  const entryOf = (n: number, ageMs: number): QueueEntry => {
    const id = uuid7();
    return { id, queuedAt: Date.now() - ageMs, line: JSON.stringify({ ...visit(n), $unique_key: id, $ts: 1 }) };
  };

  it('gives what it has to the next client, which drops what is older than 7 days', async () => {
    const storage = new FaultyStorage();
    await storage.add([entryOf(1, 7 * days), entryOf(2, 7 * days - 3_600_000)]);
    const tributary = client({ storage });
    const dropped = listen(tributary, 'dropped');
    expect(await tributary.flush(queued)).toEqual({ sent: 1, refused: 0, dropped: 1, kept: 0 });
    expect(dropped).toMatchObject([{ reason: 'too_old', activity: { n: 1 } }]);
    expect([...server.timesStored()]).toEqual([[2, 1]]);
  });

  it.each([['add'], ['list'], ['remove'], ['add', 'list', 'remove']] as const)(
    'that fails to %s %s %s costs no activity, and sends none for ever',
    async (...failing) => {
      const storage = new FaultyStorage(failing);
      const tributary = client({ storage });
      const sent = listen(tributary, 'sent');
      for (let n = 0; n < 3; n++) void tributary.activity(visit(n));
      expect(await tributary.flush(queued)).toMatchObject({ sent: 3, kept: 0 });
      await tributary.activity(visit(3));
      expect(await tributary.flush(queued)).toMatchObject({ sent: 1, kept: 0 });
      expect(sent.map(({ activity }) => activity['n'])).toEqual([0, 1, 2, 3]);
      expect(server.requests).toHaveLength(2);
    },
  );

  it('without its lock keeps everything', async () => {
    const tributary = client({ storage: new FaultyStorage(['exclusive']) });
    await tributary.activity(visit(1));
    expect(await tributary.flush({ timeoutMs: 100 })).toMatchObject({ kept: 1, reason: 'unavailable' });
    expect(server.requests).toHaveLength(0);
  });
});

type Call = 'add' | 'list' | 'remove' | 'exclusive';

/** In memory. The named calls fail. */
class FaultyStorage implements QueueStorage {
  private entries: QueueEntry[] = [];

  constructor(private readonly failing: readonly Call[] = []) {}

  add = (entries: QueueEntry[]) => this.call('add', () => void this.entries.push(...entries));
  list = () => this.call('list', () => [...this.entries]);
  remove = (ids: string[]) =>
    this.call('remove', () => void (this.entries = this.entries.filter(({ id }) => !ids.includes(id))));
  exclusive = <Result>(run: () => Promise<Result>) => this.call('exclusive', run);
  close = () => Promise.resolve();

  private async call<Result>(call: Call, work: () => Result | Promise<Result>): Promise<Result> {
    if (this.failing.includes(call)) throw new Error(`no ${call}`);
    return work();
  }
}

describe('close', () => {
  it('waits for the request in flight and for what is queued', async () => {
    server.faults.push('store, late');
    const tributary = client();
    void tributary.activity(visit(1));
    await eventually(() => expect(server.requests).toHaveLength(1), { every: 5 });
    void tributary.activity(visit(2));
    expect(await tributary.close(queued)).toEqual({ sent: 2, refused: 0, dropped: 0, kept: 0 });
  });

  it('ends in time, and reports what is lost with the memory', async () => {
    server.status = 503;
    const tributary = client();
    const dropped = listen(tributary, 'dropped');
    const kept = listen(tributary, 'kept');
    void tributary.activity(visit(1));
    await eventually(() => expect(kept.length).toBeGreaterThan(0));
    expect(await tributary.close({ timeoutMs: 50 })).toEqual({
      sent: 0,
      refused: 0,
      dropped: 1,
      kept: 0,
      reason: 'unavailable',
    });
    expect(await tributary.activity(visit(2))).toBeUndefined();
    expect(dropped).toMatchObject([
      { reason: 'closed', activity: { n: 1 } },
      { reason: 'closed', activity: { n: 2 } },
    ]);
  });

  it('does not wait for a request that never ends', async () => {
    const tributary = client({ fetch: () => new Promise(() => {}) });
    void tributary.activity(visit(1));
    const start = Date.now();
    await tributary.close({ timeoutMs: 100 });
    expect(Date.now() - start).toBeLessThan(10_000);
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
  it.each(['', 'data.example.com', 'not a url'])('refuses the address "%s"', (url) =>
    expect(() => createTributary({ url, datamart: 1 })).toThrow('Invalid URL'),
  );

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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
