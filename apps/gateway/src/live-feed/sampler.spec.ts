import { describe, expect, it } from '@jest/globals';
import { Sampler } from './sampler.js';

/** Offers an event every `everyMs` for a second from then on, and returns when events passed. */
function second(sampler: Sampler, from: number, everyMs: number): number[] {
  const passed: number[] = [];
  for (let at = 0; at < 1_000; at += everyMs) if (sampler.passes(from + at)) passed.push(at);
  return passed;
}

describe('a sampler', () => {
  it('lets everything pass that is within the limit, also at once', () => {
    const sampler = new Sampler(20, 0);
    for (let count = 0; count < 20; count++) expect(sampler.passes(0)).toBe(true);
    expect(sampler.passes(999)).toBe(false);
    sampler.beginSecond(1_000);
    expect(sampler.passes(1_000)).toBe(true);
  });

  it.each([1, 20, 100])('lets at most %i pass in each second, and spreads them after the first', (limit) => {
    const sampler = new Sampler(limit, 0);
    expect(second(sampler, 0, 1)).toEqual(Array.from({ length: limit }, (_, at) => at));
    for (const from of [1_000, 2_000]) {
      sampler.beginSecond(from);
      const passed = second(sampler, from, 1);
      expect(passed).toHaveLength(limit);
      if (limit > 1) expect(passed.at(-1)).toBeGreaterThan(1_000 - 2 * (1_000 / limit));
    }
  });

  it('lets a burst pass again after a second that had none too many', () => {
    const sampler = new Sampler(10, 0);
    second(sampler, 0, 1);
    sampler.beginSecond(1_000);
    // Spread: of a small burst one passes. But there were not too many.
    expect(Array.from({ length: 5 }, () => sampler.passes(1_000))).toEqual([true, false, false, false, false]);
    sampler.beginSecond(2_000);
    expect(Array.from({ length: 10 }, () => sampler.passes(2_000))).not.toContain(false);
  });
});
