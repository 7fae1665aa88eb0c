import { describe, expect, it } from '@jest/globals';
import { CallSlots } from './call-slots.js';

describe('CallSlots', () => {
  it('gives an analyzer at most 64 calls', () => {
    const slots = new CallSlots();
    expect(slots.reserve('1')).toBe(64);
    expect(slots.reserve('1')).toBe(0);
  });

  it('leaves room for others when some analyzers hang', () => {
    const slots = new CallSlots();
    const taken = Array.from({ length: 8 }, (_, index) => slots.reserve(String(index)));
    expect(taken).toEqual([64, 64, 64, 32, 16, 8, 4, 2]);
    expect(slots.reserve('another')).toBeGreaterThan(0);
  });

  it('leaves room for others when many analyzers have hung for longer than a time-out', () => {
    const slots = new CallSlots();
    for (let analyzer = 0; analyzer < 60; analyzer++) {
      const taken = slots.reserve(String(analyzer));
      for (let call = 0; call < taken; call++) slots.release(String(analyzer), true);
    }
    for (let analyzer = 0; analyzer < 60; analyzer++) slots.reserve(String(analyzer));
    expect(slots.inProgress).toBeLessThanOrEqual(240);
    expect(slots.reserve('another')).toBeGreaterThanOrEqual(4);
  });

  it('gives an analyzer that times out few calls, and more again when it answers', () => {
    const slots = new CallSlots();
    slots.reserve('1');
    for (let call = 0; call < 64; call++) slots.release('1', true);
    expect(slots.reserve('1')).toBe(4);
    for (let call = 0; call < 4; call++) slots.release('1', false);
    expect(slots.reserve('1')).toBe(8);
  });
});
