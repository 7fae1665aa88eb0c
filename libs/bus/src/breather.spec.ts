import { describe, expect, it } from '@jest/globals';
import { holdThread, turnsDuring } from '@tributary/testing/event-loop';
import { breather } from './breather.js';

async function compute(steps: number, msPerStep: number): Promise<void> {
  const breath = breather();
  for (let step = 0; step < steps; step++) {
    holdThread(msPerStep);
    const pause = breath();
    if (pause) await pause;
  }
}

describe('a breather', () => {
  it('lets others have the thread between the steps of a long computation', async () => {
    expect(await turnsDuring(() => compute(10, 2))).toBeGreaterThanOrEqual(10);
  });

  it('costs a short computation hardly a turn', async () => {
    expect(await turnsDuring(() => compute(10, 0))).toBeLessThan(5);
  });
});
