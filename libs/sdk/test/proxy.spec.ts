import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { client, listen, pause, queued, server, shortFlush, visit } from './client-fixture.js';

describe('an error of a proxy', () => {
  it.each([400, 401, 403, 404, 413, 418, 429, 502])(
    'of status %i keeps the activities, and sends them again',
    async (status) => {
      server.proxy = { status };
      const tributary = client();
      const [kept, refused, sent] = [
        listen(tributary, 'kept'),
        listen(tributary, 'refused'),
        listen(tributary, 'sent'),
      ];
      for (let n = 0; n < 3; n++) void tributary.activity(visit(n));
      await eventually(() => expect(kept.length).toBeGreaterThan(1), { every: 5 });
      expect(kept[0]).toMatchObject({ reason: 'unavailable', status, activities: [{ n: 0 }, { n: 1 }, { n: 2 }] });
      server.proxy = undefined;
      // By itself: without a flush, another credential or a restart.
      await eventually(() => expect(sent).toHaveLength(3), { every: 5 });
      expect(refused).toEqual([]);
      expect(await tributary.flush(queued)).toEqual({ sent: 3, refused: 0, dropped: 0, kept: 0 });
    },
  );
});

describe('an activity that is too long for a proxy', () => {
  const long = (n: number) => visit(n, { text: 'x'.repeat(5_000) });

  it('holds back no other, and is sent when the proxy takes it', async () => {
    server.proxy = { status: 413, longerThan: 4_000 };
    const tributary = client({ lingerMs: 50 });
    const [kept, sent] = [listen(tributary, 'kept'), listen(tributary, 'sent')];
    const attempts: number[] = [];
    tributary.on('kept', () =>
      attempts.push(server.requests.filter(({ lines }) => lines.length === 1 && lines[0]?.n === 4).length),
    );
    for (let n = 0; n < 9; n++) void tributary.activity(n === 4 ? long(n) : visit(n));
    await eventually(() => expect(sent).toHaveLength(8), { every: 5 });
    await eventually(() => expect(kept.length).toBeGreaterThan(1), { every: 5 });
    for (const { activities, reason } of kept)
      expect([activities.map(({ n }) => n), reason]).toEqual([[4], 'unavailable']);
    // One attempt before each pause.
    expect(attempts.slice(0, 2)).toEqual([1, 2]);
    // It is alone in its requests now.
    const { length } = server.requests;
    void tributary.activity(visit(9));
    await eventually(() => expect(sent).toHaveLength(9), { every: 5 });
    for (const { lines } of server.requests.slice(length)) expect(lines).toHaveLength(1);
    expect(await shortFlush(tributary)).toMatchObject({ kept: 1, reason: 'unavailable' });
    server.proxy = undefined;
    expect(await tributary.flush(queued)).toMatchObject({ sent: 1, refused: 0, kept: 0 });
    expect(server.timesStored().get(4)).toBe(1);
  });

  it('is tried with pauses that grow, while others are sent', async () => {
    server.proxy = { status: 413, longerThan: 4_000 };
    const tributary = client({ maxRetryDelayMs: 3_600_000, lingerMs: 5 });
    const [kept, sent] = [listen(tributary, 'kept'), listen(tributary, 'sent')];
    void tributary.activity(long(0));
    for (let n = 1; n <= 3; n++) {
      void tributary.activity(visit(n));
      // A busy machine may also try it again between two.
      await eventually(() => expect([sent.length, kept.length >= n]).toEqual([n, true]), { every: 5 });
    }
    const pauses = kept.map(({ retryInMs = 0 }) => retryInMs);
    expect(pauses[0]).toBeLessThanOrEqual(1_000);
    expect(pauses[2]).toBeGreaterThanOrEqual(2_000);
    // When it is sent, they begin again.
    server.proxy = undefined;
    tributary.setAuth({ token: 'at once' });
    await eventually(() => expect(sent).toHaveLength(4), { every: 5 });
    const before = kept.length;
    server.status = 503;
    void tributary.activity(visit(4));
    await eventually(() => expect(kept.length).toBeGreaterThan(before), { every: 5 });
    expect(kept[before]?.retryInMs).toBeLessThanOrEqual(1_000);
  });
});

describe('a fetch that never answers', () => {
  it('ends with its time, and delivery goes on', async () => {
    let calls = 0;
    const silent: typeof fetch = (...request) => (++calls === 1 ? new Promise(() => {}) : fetch(...request));
    const tributary = client({ fetch: silent, requestTimeoutMs: 50 });
    const kept = listen(tributary, 'kept');
    void tributary.activity(visit(1));
    expect(await tributary.flush(queued)).toMatchObject({ sent: 1, kept: 0 });
    // A busy machine may be too slow for another one, too.
    expect(kept[0]).toMatchObject({ reason: 'unavailable', error: 'Error: no answer in time' });
  });

  it('(control) is waited for until then', async () => {
    const tributary = client({ fetch: () => new Promise(() => {}), requestTimeoutMs: 3_600_000 });
    const kept = listen(tributary, 'kept');
    void tributary.activity(visit(1));
    await pause(200);
    expect(kept).toEqual([]);
  });
});
