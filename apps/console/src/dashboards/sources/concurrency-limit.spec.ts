import { describe, expect, it } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.js';

/** Tasks that end when the spec says so. */
function startTasks(limit: ConcurrencyLimit, count: number) {
  const started: number[] = [];
  const tasks = Array.from({ length: count }, (_each, index) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const controller = new AbortController();
    const run = () => {
      started.push(index);
      return promise;
    };
    return {
      end: () => resolve(index),
      fail: reject,
      abort: () => controller.abort(),
      result: limit.run(run, controller.signal),
    };
  });
  return { started, tasks };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('ConcurrencyLimit', () => {
  it('runs at most so many tasks at once, in order', async () => {
    const { started, tasks } = startTasks(new ConcurrencyLimit(2), 4);
    await settle();
    expect(started).toEqual([0, 1]);
    tasks[1]?.end();
    await settle();
    expect(started).toEqual([0, 1, 2]);
    for (const { end } of tasks) end();
    expect(await Promise.all(tasks.map(({ result }) => result))).toEqual([0, 1, 2, 3]);
  });

  it('goes on after a task that failed', async () => {
    const { started, tasks } = startTasks(new ConcurrencyLimit(1), 2);
    tasks[0]?.fail(new Error('refused'));
    await expect(tasks[0]?.result).rejects.toThrow('refused');
    await settle();
    expect(started).toEqual([0, 1]);
  });

  it('never starts a task that was aborted while it waited', async () => {
    const { started, tasks } = startTasks(new ConcurrencyLimit(1), 3);
    tasks[1]?.abort();
    tasks[0]?.end();
    await expect(tasks[1]?.result).rejects.toThrow('aborted');
    await settle();
    expect(started).toEqual([0, 2]);
  });
});
