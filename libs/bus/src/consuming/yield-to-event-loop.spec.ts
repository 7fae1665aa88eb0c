import { describe, expect, it } from '@jest/globals';
import { fewestTurnsDuring, holdThread, turnsDuring } from '@tributary/testing/event-loop';
import { eventLoopYielder } from './yield-to-event-loop.js';

async function compute(steps: number, msPerStep: number): Promise<void> {
  const yieldToEventLoop = eventLoopYielder();
  for (let step = 0; step < steps; step++) {
    holdThread(msPerStep);
    const pause = yieldToEventLoop();
    if (pause) await pause;
  }
}

describe('eventLoopYielder', () => {
  it('yields the thread between the steps of a long computation', async () => {
    expect(await turnsDuring(() => compute(10, 2))).toBeGreaterThanOrEqual(10);
  });

  it('makes a short computation yield hardly ever', async () => {
    expect(await fewestTurnsDuring(() => compute(10, 0))).toBeLessThan(5);
  });
});
