import { describe, expect, it } from '@jest/globals';
import { CallSlots } from './call-slots.js';

/** Takes all room of an analyzer; returns how much there was. */
function fill(slots: CallSlots, analyzer: string): number {
  const room = slots.roomFor(analyzer);
  for (let call = 0; call < room; call++) slots.take(analyzer);
  return room;
}

describe('CallSlots', () => {
  it('gives an analyzer at most 64 calls', () => {
    const slots = new CallSlots();
    expect(fill(slots, '1')).toBe(64);
    expect(slots.roomFor('1')).toBe(0);
  });

  it('leaves room for others when some analyzers hang', () => {
    const slots = new CallSlots();
    const taken = Array.from({ length: 8 }, (_, index) => fill(slots, String(index)));
    expect(taken).toEqual([64, 64, 64, 32, 16, 8, 4, 2]);
    expect(slots.roomFor('another')).toBeGreaterThan(0);
  });

  it('leaves room for others when many analyzers have hung for longer than a time-out', () => {
    const slots = new CallSlots();
    for (let analyzer = 0; analyzer < 60; analyzer++) {
      const taken = fill(slots, String(analyzer));
      for (let call = 0; call < taken; call++) slots.release(String(analyzer), true);
    }
    for (let analyzer = 0; analyzer < 60; analyzer++) fill(slots, String(analyzer));
    expect(slots.inProgress).toBeLessThanOrEqual(240);
    expect(slots.roomFor('another')).toBeGreaterThanOrEqual(4);
  });

  it('gives an analyzer that times out few calls, and more again when it answers', () => {
    const slots = new CallSlots();
    fill(slots, '1');
    for (let call = 0; call < 64; call++) slots.release('1', true);
    expect(fill(slots, '1')).toBe(4);
    for (let call = 0; call < 4; call++) slots.release('1', false);
    expect(slots.roomFor('1')).toBe(8);
  });
});
