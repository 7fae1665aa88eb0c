import { describe, expect, it } from '@jest/globals';
import { runEach } from './run-each.js';

describe('an action on several rows', () => {
  const refused = new Error('refused');
  const act = (done: number[]) => (row: number) => {
    done.push(row);
    return row % 2 === 0 ? Promise.reject(refused) : Promise.resolve();
  };

  it('goes on after a failure, and returns those that failed', async () => {
    const [done, counts]: [number[], number[]] = [[], []];
    const { signal } = new AbortController();
    const outcome = await runEach([1, 2, 3, 4], act(done), { onDone: (count) => counts.push(count), signal });
    expect(outcome).toEqual({ failed: [2, 4].map((row) => ({ row, failure: refused })), left: [] });
    expect([done, counts]).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);
  });

  it('ends after the row in progress when it is stopped, and returns those that are left', async () => {
    const done: number[] = [];
    const stop = new AbortController();
    const onDone = (count: number) => count === 2 && stop.abort();
    const outcome = await runEach([1, 2, 5, 6], act(done), { onDone, signal: stop.signal });
    expect(done).toEqual([1, 2]);
    expect(outcome).toEqual({ failed: [{ row: 2, failure: refused }], left: [5, 6] });
  });

  it('of no row does nothing', async () => {
    const { signal } = new AbortController();
    expect(await runEach([], act([]), { onDone: () => undefined, signal })).toEqual({ failed: [], left: [] });
  });
});
