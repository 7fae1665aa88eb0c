import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import fc from 'fast-check';
import type { QueueEntry, QueueStorage } from '../src/tributary.js';
import { uuid7 } from '../src/facilities/unique-id.js';
import { maxAgeMs } from '../src/storage/age-of.js';
import { client, listen, pause, queued, server, visit } from './client-fixture.js';

const day = 86_400_000;
const trueTime = () => performance.timeOrigin + performance.now();
/** The wall clock minus the true time. */
let offset = 0;
beforeEach(() => {
  offset = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => Math.round(trueTime() + offset));
});
afterEach(() => void jest.restoreAllMocks());

/** A clock that is wrong by so much: from 30 days behind to 30 years ahead, and that of a device that has just started. */
const wrongBy = fc.oneof(
  fc.integer({ min: -30 * day, max: 30 * 365 * day }),
  fc.constantFrom(2 * 3_600_000, 30 * day, 60_000 - trueTime()),
);

/** Keeps entries as a browser or a file does: in an order, by id. */
class Shelf implements QueueStorage {
  private readonly entries = new Map<string, QueueEntry>();

  add = (entries: QueueEntry[]) => Promise.resolve(entries.forEach((entry) => this.entries.set(entry.id, entry)));
  list = () => Promise.resolve([...this.entries.values()]);
  remove = (ids: string[]) => Promise.resolve(ids.forEach((id) => this.entries.delete(id)));
  exclusive = <Result>(run: () => Promise<Result>) => run();
  close = () => Promise.resolve();
}

describe('a clock that is set while activities wait', () => {
  it('ends no activity, and delays none', () =>
    fc.assert(
      fc.asyncProperty(wrongBy, wrongBy, fc.boolean(), async (before, after, isStored) => {
        offset = before;
        server.status = 503;
        const tributary = client({ maxRetryDelayMs: 20, ...(isStored && { storage: new Shelf() }) });
        const [kept, dropped] = [listen(tributary, 'kept'), listen(tributary, 'dropped')];
        await tributary.activity(visit(1));
        await eventually(() => expect(kept.length).toBeGreaterThan(0), { every: 1 });
        offset = after;
        server.status = undefined;
        await eventually(() => expect(server.stored.size).toBe(1), { every: 1 });
        expect(await tributary.flush(queued)).toEqual({ sent: 1, refused: 0, dropped: 0, kept: 0 });
        expect(dropped).toEqual([]);
        server.stored.clear();
      }),
      {
        numRuns: 40,
        examples: [
          [60_000 - trueTime(), 0, true],
          [2 * 3_600_000, 0, false],
          [30 * day, 0, true],
        ],
      },
    ));

  it('is no reason to refuse an activity, if it shows a time before 1970', async () => {
    offset = -trueTime() - day;
    const tributary = client();
    await tributary.activity(visit(1));
    expect(await tributary.flush(queued)).toMatchObject({ sent: 1, kept: 0 });
    expect([...server.stored.values()]).toMatchObject([{ $ts: 1 }]);
  });

  it('does not end the time of a flush', async () => {
    server.status = 503;
    const tributary = client();
    const kept = listen(tributary, 'kept');
    await tributary.activity(visit(1));
    await eventually(() => expect(kept).not.toEqual([]));
    const flushed = tributary.flush({ timeoutMs: 300 });
    offset = -30 * day;
    expect(await flushed).toMatchObject({ kept: 1, reason: 'unavailable' });
  });

  it('is not that of a pause until a date', async () => {
    offset = -30 * day;
    server.status = 503;
    server.retryAfter = new Date(trueTime() + 60_000).toUTCString();
    const tributary = client();
    const kept = listen(tributary, 'kept');
    await tributary.activity(visit(1));
    await eventually(() => expect(kept).toHaveLength(1));
    expect(kept[0]?.retryInMs).toBeLessThanOrEqual(61_000);
    expect(kept[0]?.retryInMs).toBeGreaterThan(10);
  });

  it('keeps the pause that the server asks for, and makes no loop of timers', async () => {
    offset = 30 * day;
    server.status = 503;
    server.retryAfter = '3600';
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const tributary = client();
    const kept = listen(tributary, 'kept');
    await tributary.activity(visit(1));
    await eventually(() => expect(kept).toHaveLength(1));
    offset = 0;
    timers.mockClear();
    await pause(200);
    // The timers of this spec are among them.
    expect(timers.mock.calls.length).toBeLessThan(10);
    expect(server.requests).toHaveLength(1);
    for (const [, ms] of timers.mock.calls) expect(ms ?? 0).toBeLessThan(2 ** 31);
  });
});

describe('an entry of an earlier process', () => {
  const left = async (queuedAt: unknown) => {
    const storage = new Shelf();
    const id = uuid7();
    const line = JSON.stringify({ ...visit(1), $unique_key: id, $ts: 1 });
    await storage.add([{ id, queuedAt: queuedAt as number, line }]);
    return client({ storage });
  };

  it.each<[what: string, queuedAt: () => unknown]>([
    ['of a clock that was not set', () => 60_000],
    ['of a clock that was two hours ahead', () => trueTime() + 2 * 3_600_000],
    ['of a clock that was 30 years ahead', () => trueTime() + 30 * 365 * day],
    ['with no time', () => undefined],
    ['with a time that is no number', () => 'x'],
    ['that is almost too old', () => trueTime() - maxAgeMs + 60_000],
  ])('%s is sent', async (_what, queuedAt) => {
    const tributary = await left(queuedAt());
    expect(await tributary.flush(queued)).toMatchObject({ sent: 1, dropped: 0, kept: 0 });
  });

  it('is sent, if the clock is set before this process sees it', async () => {
    const storage = new Shelf();
    const tributary = client({ storage });
    offset = 30 * 365 * day;
    const id = uuid7();
    const line = JSON.stringify({ ...visit(1), $unique_key: id, $ts: 1 });
    await storage.add([{ id, queuedAt: trueTime(), line }]);
    expect(await tributary.flush(queued)).toMatchObject({ sent: 1, dropped: 0 });
  });

  it('is sent by a process whose clock is not set yet', async () => {
    offset = 60_000 - trueTime();
    const tributary = await left(trueTime());
    expect(await tributary.flush(queued)).toMatchObject({ sent: 1, dropped: 0 });
  });

  it('(control) that is too old is dropped', async () => {
    const tributary = await left(trueTime() - maxAgeMs - 1_000);
    expect(await tributary.flush(queued)).toMatchObject({ sent: 0, dropped: 1 });
  });
});

describe('an activity that waits in this process', () => {
  it('is dropped after 7 days, and no jump of the clock before them counts', async () => {
    server.status = 503;
    const tributary = client();
    const dropped = listen(tributary, 'dropped');
    await tributary.activity(visit(1));
    offset = 30 * 365 * day;
    expect(await tributary.flush({ timeoutMs: 50 })).toMatchObject({ dropped: 0, kept: 1 });
    const real = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => real() + maxAgeMs);
    expect(await tributary.flush(queued)).toMatchObject({ dropped: 1, kept: 0 });
    expect(dropped).toMatchObject([{ reason: 'too_old', activity: { n: 1 } }]);
  });
});

describe('a signed request of a device with a wrong clock', () => {
  const auth = { keyId: 'k', secret: '0f1e2d3c4b5a6978' };
  beforeEach(() => void (server.signatureWindowMs = 300_000));

  it('is signed again by the time of the server, after one refusal', () =>
    fc.assert(
      fc.asyncProperty(wrongBy, wrongBy, async (first, second) => {
        const tributary = client({ auth });
        const kept = listen(tributary, 'kept');
        for (const [n, wrong] of [first, second].entries()) {
          offset = wrong;
          const before = server.requests.length;
          await tributary.activity(visit(n));
          expect(await tributary.flush(queued)).toMatchObject({ sent: 1, kept: 0 });
          expect(server.requests.length - before).toBeLessThanOrEqual(2);
        }
        expect(kept).toEqual([]);
        await tributary.close();
      }),
      { numRuns: 25 },
    ));

  it('is signed again, if its time is none', async () => {
    // The clock of the device is before 1970.
    offset = -trueTime() - 5_000;
    const tributary = client({ auth });
    await tributary.activity(visit(1));
    expect(await tributary.flush(queued)).toMatchObject({ sent: 1, kept: 0 });
    expect(server.requests).toHaveLength(2);
  });

  it('goes on when the clock is set, if no answer has a time', async () => {
    server.sendsDate = false;
    offset = 600_000;
    const tributary = client({ auth });
    const kept = listen(tributary, 'kept');
    await tributary.activity(visit(1));
    await eventually(() => expect(kept.length).toBeGreaterThan(1), { every: 5 });
    expect(kept[0]).toMatchObject({ reason: 'unavailable', status: 401 });
    offset = 0;
    await eventually(() => expect(server.stored.size).toBe(1), { every: 5 });
  });

  it('(control) stops after a refusal that is not for its time', async () => {
    server.status = 401;
    const tributary = client({ auth });
    await tributary.activity(visit(1));
    expect(await tributary.flush(queued)).toMatchObject({ kept: 1, reason: 'unauthorized' });
  });
});
