import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { limits, UnreadProcess, WatchedProcess } from './watched-process.js';

let processes: (WatchedProcess | UnreadProcess)[] = [];
afterEach(() => {
  for (const process of processes) process.kill();
  processes = [];
});

function start(options: object): WatchedProcess {
  const process = new WatchedProcess(options);
  processes.push(process);
  return process;
}

function startUnread(options: object): UnreadProcess {
  const process = new UnreadProcess(options);
  processes.push(process);
  return process;
}

const runs = (process: WatchedProcess) => eventually(() => expect(process.output).toContain('runs'));

describe('a process whose main thread is blocked', () => {
  it.each([
    ['by a computation', 'computes', 'compute'],
    ['in the kernel', 'waits', 'Atomics.wait'],
  ])('%s is ended with code 1, and the log shows where', async (_case, work, where) => {
    const process = start({ work, ms: 60_000 });
    expect(await process.ended).toMatchObject({ code: 1 });
    expect(process.logged()).toEqual([
      expect.objectContaining({
        level: 60,
        app: 'watched',
        msg: expect.stringMatching(/^the main thread was blocked for [1-9]\d{3,} ms; it is ended$/),
        stack: expect.stringContaining(where),
      }),
    ]);
  });

  it('blames the batches that are handled together, and none beside them', async () => {
    const process = start({ work: 'combines', ms: 60_000 });
    await process.ended;
    const blamed = process.logged().flatMap(({ in_hand = [] }) => in_hand as { group: string }[]);
    expect(blamed.map(({ group }) => group)).toEqual(['first', 'second']);
  });

  it('is ended if its log hangs; (control) without the watchdog it waits for the log', async () => {
    const control = startUnread({ work: 'logs', isWatched: false });
    await startUnread({ work: 'logs' }).ended;
    expect(control.hasEnded).toBe(false);
  });

  it.each([
    ['compute and wait', ['computes', 'waits'], { code: 1, signal: null }],
    ['run native code, which no exit interrupts', ['runs native code'], { code: null, signal: 'SIGKILL' }],
  ])('is ended while other threads %s', async (_case, threads, end) => {
    const process = start({ work: 'computes', ms: 60_000, threads });
    expect(await process.exited).toEqual(end);
  });

  it('runs on after a shorter block', async () => {
    const process = start({ work: 'computes', ms: limits.endAfterMs * 0.6 });
    await runs(process);
    await sleep(2 * limits.suspectAfterMs);
    expect(process.isRunning).toBe(true);
  });

  it('(control) without the watchdog it hangs on', async () => {
    const process = start({ work: 'computes', ms: 60_000, isWatched: false });
    await sleep(3 * limits.endAfterMs);
    expect([process.isRunning, process.output]).toEqual([true, '']);
  });

  it('is not ended when the whole process was paused: no thread ran', async () => {
    const process = start({ work: 'idles' });
    await runs(process);
    process.child.kill('SIGSTOP');
    await sleep(2 * limits.endAfterMs);
    process.child.kill('SIGCONT');
    process.output = '';
    await runs(process);
    await sleep(limits.endAfterMs);
    expect(process.isRunning).toBe(true);
  });
});

describe('a process in which nothing catches an error', () => {
  it('ends with code 1, and logs the kind and the place of the error, not its message', async () => {
    const process = start({ work: 'throws' });
    expect(await process.ended).toMatchObject({ code: 1 });
    expect(process.logged()).toEqual([
      expect.objectContaining({
        level: 60,
        origin: 'uncaughtException',
        type: 'Error',
        code: 'SPOILT',
        stack: expect.stringContaining('watched-process.mjs'),
      }),
    ]);
    expect(process.output).not.toContain('jane');
  });

  it('ends after a rejected promise', async () => {
    const process = start({ work: 'rejects' });
    expect(await process.ended).toMatchObject({ code: 1 });
    expect(process.logged()).toMatchObject([
      { level: 60, origin: 'unhandledRejection', type: 'TypeError', message: 'undefined is not a function' },
    ]);
  });

  it('ends within a bound if its log hangs; (control) without the watchdog it waits for the log', async () => {
    const options = { work: 'throws while its log hangs', ms: 600_000 };
    const control = startUnread({ ...options, isWatched: false });
    await startUnread(options).ended;
    expect(control.hasEnded).toBe(false);
  });
});
