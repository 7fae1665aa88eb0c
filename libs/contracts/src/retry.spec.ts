import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { badData, unavailable } from './errors.js';
import { retry } from './retry.js';

/** Fails with the errors one after the other, then resolves; counts its calls. */
function failing(...errors: Error[]) {
  const calls: number[] = [];
  const work = () => {
    calls.push(Date.now());
    const error = errors[calls.length - 1];
    return error ? Promise.reject(error) : Promise.resolve('done');
  };
  return { work, calls };
}

describe('retry', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('repeats work that is unavailable until it resolves, and reports each failure', async () => {
    const { work, calls } = failing(unavailable('first'), unavailable('second'));
    const reported: unknown[] = [];
    const onRetry = (error: unknown, attempt: number) => void reported.push([(error as Error).message, attempt]);
    await expect(retry(work, { pauseMs: 1, onRetry })).resolves.toBe('done');
    expect(calls).toHaveLength(3);
    expect(reported).toEqual([
      ['first', 1],
      ['second', 2],
    ]);
  });

  it('rejects with an error that is not retryable', async () => {
    const { work, calls } = failing(unavailable('first'), badData('second'));
    await expect(retry(work, { pauseMs: 1 })).rejects.toThrow('second');
    expect(calls).toHaveLength(2);
  });

  it('retries the errors that it is given', async () => {
    const { work } = failing(badData('first'));
    await expect(retry(work, { pauseMs: 1, isRetryable: () => true })).resolves.toBe('done');
  });

  it('rejects with the last error after its timeout', async () => {
    const { work, calls } = failing(...Array.from({ length: 1_000 }, (_, index) => unavailable(`error ${index}`)));
    await expect(retry(work, { pauseMs: 20, timeoutMs: 1_000 })).rejects.toThrow(/^error [1-9]/);
    expect(calls.length).toBeLessThan(60);
  });

  it('keeps its timeout when the clock of the machine is set back', async () => {
    const hourAgo = Date.now() - 3_600_000;
    const outcome = retry(() => Promise.reject(unavailable('down')), { pauseMs: 20, timeoutMs: 300 });
    jest.spyOn(Date, 'now').mockReturnValue(hourAgo);
    await expect(outcome).rejects.toThrow('down');
  });

  it('doubles its pause up to the longest', async () => {
    const { work, calls } = failing(...Array.from({ length: 4 }, () => unavailable('error')));
    await retry(work, { pauseMs: 10, maxPauseMs: 40 });
    const pauses = calls.slice(1).map((time, index) => time - (calls[index] ?? 0));
    for (const [index, least] of [10, 20, 40, 40].entries()) expect(pauses[index]).toBeGreaterThanOrEqual(least - 2);
  });
});
