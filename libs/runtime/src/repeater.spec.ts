import { describe, expect, it } from '@jest/globals';
import { Repeater } from './repeater.js';

/** A gate that holds runs until it opens. */
function aRepeater(everyMs?: number | (() => number)) {
  const errors: unknown[] = [];
  let begun = 0;
  let pass: (outcome: Promise<void>) => void = () => undefined;
  const work = () => {
    begun++;
    return new Promise<void>((resolve) => (pass = resolve));
  };
  const repeater = new Repeater(work, {
    ...(everyMs !== undefined && { everyMs }),
    onError: (error) => errors.push(error),
  });
  return { repeater, errors, begun: () => begun, end: (outcome = Promise.resolve()) => pass(outcome) };
}

/** Longer than any test. */
const never = 1_000_000_000;

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('A repeater', () => {
  it('runs at the start, one run at a time; several wake-ups during a run cause one more run', async () => {
    const { repeater, begun, end } = aRepeater(never);
    repeater.start();
    repeater.wake();
    repeater.wake();
    expect(begun()).toBe(1);
    end();
    await settled();
    expect(begun()).toBe(2);
    end();
    await settled();
    expect(begun()).toBe(2);
    repeater.wake();
    expect(begun()).toBe(3);
    end();
    await repeater.stop();
  });

  it('runs again after the pause, and reports a failure without stopping', async () => {
    const { repeater, errors, begun, end } = aRepeater(1);
    repeater.start();
    end(Promise.reject(new Error('down')));
    while (begun() < 2) await settled();
    expect(errors).toEqual([new Error('down')]);
    end();
    await repeater.stop();
  });

  it('waits for the current run when it stops, and ignores further wake-ups', async () => {
    const { repeater, begun, end } = aRepeater(1);
    repeater.start();
    let hasStopped = false;
    const stopped = repeater.stop().then(() => (hasStopped = true));
    await settled();
    expect(hasStopped).toBe(false);
    end();
    await stopped;
    repeater.wake();
    await settled();
    expect(begun()).toBe(1);
  });

  it('asks for the pause after each run', async () => {
    const pauses = [1, 1, never];
    const { repeater, begun, end } = aRepeater(() => pauses.shift() ?? never);
    repeater.start();
    for (let run = 1; run <= 3; run++) {
      while (begun() < run) await settled();
      end();
      await settled();
    }
    expect(pauses).toEqual([]);
    await repeater.stop();
  });

  it('without a pause, runs at the start and when it is woken', async () => {
    const { repeater, begun, end } = aRepeater();
    repeater.start();
    end();
    await settled();
    expect(begun()).toBe(1);
    repeater.wake();
    expect(begun()).toBe(2);
    end();
    await repeater.stop();
  });

  it('does nothing before the start', () => {
    const { repeater, begun } = aRepeater(never);
    repeater.wake();
    expect(begun()).toBe(0);
  });
});
