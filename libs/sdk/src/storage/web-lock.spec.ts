import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { WebLock } from './web-lock.js';

type Hold = () => Promise<void>;

/** The locks of a browser, which are granted when the spec says so. */
let requests: { hold: Hold; signal: AbortSignal }[];
const original = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  requests = [];
  const request = (_name: string, { signal }: { signal: AbortSignal }, hold: Hold) =>
    new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      requests.push({ signal, hold: () => hold().then(() => resolve()) });
    });
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: { request } } });
});
afterEach(() => {
  jest.useRealTimers();
  if (original) Object.defineProperty(globalThis, 'navigator', original);
});

const { signal } = new AbortController();
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('a lock that another tab has', () => {
  it('is waited for, and held until the work ends', async () => {
    const work = jest.fn(() => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 50)));
    const result = new WebLock('queue').run(work, signal);
    await pass(10_000);
    expect(work).not.toHaveBeenCalled();
    const released = jest.fn();
    void requests[0]?.hold().then(released);
    await pass(40);
    expect(work).toHaveBeenCalledTimes(1);
    expect(released).not.toHaveBeenCalled();
    await pass(20);
    expect(await result).toBe('done');
    expect(released).toHaveBeenCalled();
  });

  it('is released if the work fails', async () => {
    const result = expect(new WebLock('queue').run(() => Promise.reject(new Error('no')), signal)).rejects.toThrow(
      'no',
    );
    await pass(1);
    await requests[0]?.hold();
    await result;
  });

  it('is not waited for any more when the client is closed', async () => {
    const work = jest.fn(() => Promise.resolve());
    const closing = new AbortController();
    const result = expect(new WebLock('queue').run(work, closing.signal)).rejects.toThrow('closed');
    closing.abort(new Error('closed'));
    await result;
    expect(work).not.toHaveBeenCalled();
  });
});

describe('a lock that does not answer', () => {
  it('counts as absent until it answers, and is then used again', async () => {
    const lock = new WebLock('queue');
    const work = jest.fn(() => Promise.resolve());
    const first = lock.run(work, signal);
    await pass(30_000);
    await first;
    // No further work waits, or asks.
    await lock.run(work, signal);
    expect(work).toHaveBeenCalledTimes(2);
    expect(requests).toHaveLength(1);
    // A lock that comes too late is released at once.
    await requests[0]?.hold();
    const third = lock.run(work, signal);
    await pass(1_000);
    expect(work).toHaveBeenCalledTimes(2);
    await requests[1]?.hold();
    await third;
    expect(work).toHaveBeenCalledTimes(3);
  });
});
