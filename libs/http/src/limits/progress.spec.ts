import { describe, expect, it } from '@jest/globals';
import { internalLimits, publicLimits } from './limits.js';
import { Progress } from './progress.js';

const limits = { ...publicLimits, minBytes: 100, progressMs: 10 };

/** Whether it is too little at each millisecond; `bytes` are those so far. */
const observe = (bytes: number[], isWaiting = true, given = limits) => {
  const progress = new Progress(0, 0);
  return bytes.map((all, now) => progress.isTooLittle({ now, bytes: all, isWaiting }, given)).indexOf(true);
};
const perMs = (bytes: number) => Array.from({ length: 40 }, (_, now) => now * bytes);

describe('Progress', () => {
  it.each([
    ['nothing for the whole time', perMs(0), 10],
    ['less than the least', perMs(9), 10],
    ['the least', perMs(10), -1],
    ['more', perMs(1_000), -1],
    ['much at once, then nothing', perMs(0).map((_, now) => (now > 3 ? 500 : 0)), 14],
  ])('%s', (_case, bytes, tooLittleAt) => expect(observe(bytes)).toBe(tooLittleAt));

  it('does not count while the client is not the one to act', () => {
    expect(observe(perMs(0), false)).toBe(-1);
  });

  it('has no least behind the gateway', () => {
    expect(observe(perMs(0), true, { ...internalLimits, progressMs: 10 })).toBe(-1);
  });
});
