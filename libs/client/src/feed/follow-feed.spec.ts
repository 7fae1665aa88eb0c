import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { RequestFailure } from '../request-failure.js';
import { followFeed, reconnectDelayMs, type FeedState } from './follow-feed.js';

/** One connection: the events that it brings, and how it ends. */
interface Connection {
  events?: string[];
  refused?: RequestFailure;
  cut?: RequestFailure;
}

async function follow(connections: Connection[], stopAfter = Infinity) {
  const [states, events, delays, abort] = [[] as FeedState[], [] as string[], [] as number[], new AbortController()];
  let opened = 0;
  await followFeed<string>({
    async *open(onOpen) {
      const { events: sent = [], refused, cut } = connections[opened++] ?? {};
      await Promise.resolve();
      if (refused) throw refused;
      onOpen();
      yield* sent;
      if (cut) throw cut;
    },
    onEvent: (event) => {
      events.push(event);
      if (events.length >= stopAfter) abort.abort();
    },
    onState: (state) => states.push(state),
    pause: (ms) => {
      delays.push(ms);
      if (opened >= connections.length) abort.abort();
      return Promise.resolve();
    },
    signal: abort.signal,
  });
  return { states: states.map(({ is }) => is), events, delays, last: states.at(-1) };
}

const cut = new RequestFailure('the server does not answer');
const refusedWith = (status: number, message = '') => new RequestFailure(message, { status });

describe('followFeed', () => {
  it('connects again after a cut', async () =>
    expect(await follow([{ events: ['a'], cut }, { events: ['b'] }])).toMatchObject({
      events: ['a', 'b'],
      states: ['connecting', 'connected', 'reconnecting', 'connected', 'reconnecting'],
    }));

  it('connects again when the server ends the stream', async () =>
    expect((await follow([{ events: ['a'] }, { events: ['b'] }])).events).toEqual(['a', 'b']));

  it('connects again while the server has a problem', async () =>
    expect((await follow([{ refused: refusedWith(503, 'the broker is down') }, { events: ['a'] }])).events).toEqual([
      'a',
    ]));

  it.each([400, 401, 403, 404])('ends when it is refused with %i', async (status) =>
    expect(await follow([{ refused: refusedWith(status) }, { events: ['a'] }])).toMatchObject({
      events: [],
      states: ['connecting', 'ended'],
      last: { full: false },
    }),
  );

  const full = { refused: refusedWith(503, '5 live feeds of the datamart are open; end one of them first') };

  it('ends when there are too many viewers, also a moment later', async () =>
    expect(await follow([full, full, full, full, { events: ['a'] }])).toMatchObject({
      events: [],
      last: { is: 'ended', full: true },
    }));

  it('takes the place that becomes free a moment later', async () =>
    expect(await follow([full, full, full, { events: ['a'] }, {}], 1)).toMatchObject({
      events: ['a'],
      states: ['connecting', 'connecting', 'connecting', 'connecting', 'connected'],
    }));

  it('recognises each refusal of the gateway for too many viewers, and no other', async () => {
    const gateway = await readFile(
      new URL('../../../../apps/gateway/src/live-feed/live-feed.ts', import.meta.url),
      'utf8',
    );
    const messages = [...gateway.matchAll(/unavailable\(['`](.+?)['`]\)/g)].map(([, message = '']) => message);
    const ends = await Promise.all(
      messages.map(
        async (message) =>
          (await follow([...Array<Connection>(4).fill({ refused: refusedWith(503, message) }), {}])).last?.is ===
          'ended',
      ),
    );
    expect(messages.filter((_message, index) => ends[index])).toEqual([
      '${perDatamart} live feeds of the datamart are open; end one of them first',
      'too many live feeds of the organisation are open; end one of them first',
    ]);
    expect(messages).toContain('this gateway stops');
  });

  it('reads nothing more once it is aborted', async () =>
    expect((await follow([{ events: ['a', 'b', 'c'] }], 1)).events).toEqual(['a']));

  it('waits longer after each attempt that fails, and starts again after one that succeeds', async () => {
    const { delays } = await follow([{ cut }, { refused: cut }, { refused: cut }, { events: ['a'], cut }, {}]);
    const steps = [500, 1_000, 2_000, 500, 500];
    expect(delays).toHaveLength(steps.length);
    delays.forEach((ms, index) => {
      expect(ms).toBeGreaterThanOrEqual((steps[index] ?? 0) / 2);
      expect(ms).toBeLessThanOrEqual(steps[index] ?? 0);
    });
  });
});

describe('reconnectDelayMs', () => {
  it.each([
    [1, 0, 250],
    [1, 1, 500],
    [3, 1, 2_000],
    [50, 1, 15_000],
    [5_000, 1, 15_000],
  ])('attempt %i, random %d: %i ms', (attempt, random, ms) => expect(reconnectDelayMs(attempt, random)).toBe(ms));
});
