import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { type QueueEntry, type QueueStorage } from '../src/tributary.js';
import { uuid7 } from '../src/facilities/unique-id.js';
import { server, client, listen, visit, queued, shortFlush } from './client-fixture.js';

describe('an outage', () => {
  it('keeps the activities, and sends them with the same ids', async () => {
    server.status = 503;
    const tributary = client();
    const kept = listen(tributary, 'kept');
    await tributary.activity(visit(1));
    await eventually(() => expect(kept.length).toBeGreaterThan(1));
    const keptAll = { sent: 0, refused: 0, dropped: 0, kept: 1, reason: 'unavailable' };
    expect(await shortFlush(tributary)).toEqual(keptAll);
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
    expect(await shortFlush(tributary)).toMatchObject({ kept: 1, reason: 'unavailable' });
    expect(await tributary.flush({ timeoutMs: 300 })).toMatchObject({ kept: 1 });
    expect(server.requests).toHaveLength(1);
  });

  it('of the whole server is no error of the caller', async () => {
    const tributary = client({ url: 'http://127.0.0.1:9' });
    const kept = listen(tributary, 'kept');
    expect(await tributary.activity(visit(1))).toMatch(/-7/);
    await eventually(() => expect(kept[0]).toMatchObject({ reason: 'unavailable', error: 'TypeError: fetch failed' }));
    expect(await shortFlush(tributary)).toMatchObject({ kept: 1, reason: 'unavailable' });
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
    server.status = 503;
    const tributary = client({ queue: { maxCount: 10, whenFull: 'wait' } });
    const kept = listen(tributary, 'kept');
    let accepted = 0;
    const all = Array.from({ length: 100 }, async (_, n) => {
      const id = await tributary.activity(visit(n));
      accepted += 1;
      return id;
    });
    await eventually(() => expect(kept).not.toEqual([]));
    expect(accepted).toBe(10);
    server.status = undefined;
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
    expect(await shortFlush(tributary)).toMatchObject({ kept: 1, reason: 'unavailable' });
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
    // It is answered sooner than any time is over.
    const tributary = client({ fetch: () => Promise.resolve(new Response('{}', { status: 503 })) });
    const dropped = listen(tributary, 'dropped');
    void tributary.activity(visit(1));
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
    // After the request's own time-out it would be 'unavailable'.
    expect(await tributary.close({ timeoutMs: 100 })).toMatchObject({ sent: 0, reason: 'timeout' });
  });
});
