import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FairSlots, type NoSlot, type Slot, type SlotLimits } from './fair-slots.js';

const never = new AbortController().signal;
const one = { held: 1, shares: [{ held: 1 }] };

/** Slots, the keys of those that hold one, and the requests that were refused, in their order. */
function started(limits: SlotLimits = { held: 3, shares: [{ held: 2 }] }) {
  const slots = new FairSlots(limits);
  const held: { key: string; slot: Slot }[] = [];
  const refused: NoSlot[] = [];
  const take = async (key: string, weight = 1, signal = never) => {
    const slot = await slots.take(key.split('/'), weight, signal);
    if (typeof slot === 'string') refused.push(slot);
    else held.push({ key, slot });
  };
  const keys = async () => {
    await nextTurn();
    return held.map(({ key }) => key).join(' ');
  };
  return { slots, take, held, refused, keys };
}

describe('the slots', () => {
  it('leave some to other keys', async () => {
    const { take, keys } = started();
    for (const key of ['a', 'a', 'a', 'b', 'c']) void take(key);
    expect(await keys()).toBe('a a b');
  });

  it('go to the oldest request whose key has not used its share', async () => {
    const { take, held, keys } = started();
    for (const key of ['a', 'a', 'a', 'b', 'c']) void take(key);
    await keys();
    held[2]?.slot.release();
    expect(await keys()).toBe('a a b c');
    held[0]?.slot.release();
    expect(await keys()).toBe('a a b c a');
  });

  it('have shares at each level of a path', async () => {
    const { take, held, keys } = started({ held: 4, shares: [{ held: 3 }, { held: 2 }] });
    for (const key of ['a/1', 'a/1', 'a/1', 'a/2', 'a/2', 'b/1']) void take(key);
    expect(await keys()).toBe('a/1 a/1 a/2 b/1');
    held[0]?.slot.release();
    expect(await keys()).toBe('a/1 a/1 a/2 b/1 a/1');
  });

  it('of one heavy holder go to several light ones', async () => {
    const { take, held, keys } = started({ held: 4, shares: [{ held: 4 }] });
    void take('a', 4);
    for (const key of ['b', 'c', 'd']) void take(key);
    expect(await keys()).toBe('a');
    held[0]?.slot.release();
    expect(await keys()).toBe('a b c d');
  });

  it('can be had by a holder that wants more than its share', async () => {
    const { take, held, keys } = started();
    void take('a');
    void take('a', 100);
    expect(await keys()).toBe('a');
    held[0]?.slot.release();
    expect(await keys()).toBe('a a');
  });

  it('go to the organisation that holds the fewest', async () => {
    const { take, held, keys } = started({ held: 3, shares: [{ held: 3 }], byOrganisation: true });
    for (const key of ['a', 'a', 'b', 'a', 'b', 'c']) void take(key);
    expect(await keys()).toBe('a a b');
    held[0]?.slot.release();
    expect(await keys()).toBe('a a b c');
    held[1]?.slot.release();
    expect(await keys()).toBe('a a b c a');
  });

  it('pass to another organisation when the only one is released, though the holder has waited for longer', async () => {
    const { take, held, keys } = started({ held: 1, shares: [{ held: 1 }], byOrganisation: true });
    for (const key of ['a', 'a', 'a', 'b']) void take(key);
    await keys();
    held[0]?.slot.release();
    expect(await keys()).toBe('a b');
    held[1]?.slot.release();
    expect(await keys()).toBe('a b a');
  });

  it('are kept for the oldest request that fits its share', async () => {
    const { take, held, keys } = started();
    for (const key of ['a', 'b', 'c']) void take(key);
    void take('d', 2);
    void take('e');
    await keys();
    held[0]?.slot.release();
    expect(await keys()).toBe('a b c');
    held[1]?.slot.release();
    expect(await keys()).toBe('a b c d');
  });

  it('are not waited for longer than the signal allows, and not taken afterwards', async () => {
    const { take, held, refused, keys } = started(one);
    const abort = new AbortController();
    void take('a');
    void take('b', 1, abort.signal);
    void take('c');
    expect(await keys()).toBe('a');
    abort.abort();
    held[0]?.slot.release();
    expect(await keys()).toBe('a c');
    void take('d', 1, abort.signal);
    await keys();
    expect(refused).toEqual(['ABORTED', 'ABORTED']);
  });

  it('go to light requests once the heavy one before them has given up', async () => {
    const { take, keys } = started();
    const abort = new AbortController();
    for (const key of ['a', 'b']) void take(key);
    void take('c', 2, abort.signal);
    void take('d');
    expect(await keys()).toBe('a b');
    abort.abort();
    expect(await keys()).toBe('a b d');
  });

  it('refuse more than a few waiting requests of a key, and of all', async () => {
    const { take, refused, keys } = started({ held: 1, waiting: 3, shares: [{ held: 1, waiting: 2 }] });
    for (const key of ['a', 'a', 'a']) void take(key);
    await keys();
    expect(refused).toEqual([]);
    void take('a');
    await keys();
    expect(refused).toEqual(['FULL']);
    for (const key of ['b', 'c']) void take(key);
    await keys();
    expect(refused).toEqual(['FULL', 'FULL']);
  });

  it('count a second release of the same holder as none', async () => {
    const { take, held, keys } = started(one);
    for (const key of ['a', 'b', 'c']) void take(key);
    await keys();
    held[0]?.slot.release();
    held[0]?.slot.release();
    expect(await keys()).toBe('a b');
  });

  it('remember no key that neither holds nor waits', async () => {
    const { slots, take, held, keys } = started({ held: 1, waiting: 0, shares: [{ held: 1 }] });
    for (const key of ['a', 'b']) void take(key);
    await keys();
    held[0]?.slot.release();
    expect(slots['groups'].size).toBe(0);
  });
});
