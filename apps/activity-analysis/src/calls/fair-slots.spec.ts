import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FairSlots, type Slot } from './fair-slots.js';

const never = new AbortController().signal;

/** Slots, and the keys of those that have one, in their order. */
function started(limits = { total: 3, perKey: 2 }) {
  const slots = new FairSlots(limits);
  const held: { key: string; slot: Slot }[] = [];
  const take = async (key: string, weight = 1, signal = never) => {
    const slot = await slots.take(key, weight, signal);
    if (slot) held.push({ key, slot });
  };
  const keys = async () => {
    await nextTurn();
    return held.map(({ key }) => key).join('');
  };
  return { take, held, keys };
}

describe('the slots', () => {
  it('leave some to other keys', async () => {
    const { take, keys } = started();
    for (const key of ['a', 'a', 'a', 'b', 'c']) void take(key);
    expect(await keys()).toBe('aab');
  });

  it('go to the first that fits', async () => {
    const { take, held, keys } = started();
    for (const key of ['a', 'a', 'a', 'b', 'c']) void take(key);
    await keys();
    held[2]?.slot.release();
    expect(await keys()).toBe('aabc');
    held[0]?.slot.release();
    expect(await keys()).toBe('aabca');
  });

  it('of one heavy holder go to several light ones', async () => {
    const { take, held, keys } = started({ total: 4, perKey: 4 });
    void take('a', 4);
    for (const key of ['b', 'c', 'd']) void take(key);
    expect(await keys()).toBe('a');
    held[0]?.slot.release();
    expect(await keys()).toBe('abcd');
  });

  it('can be had by a holder that wants more than its share', async () => {
    const { take, held, keys } = started();
    void take('a');
    void take('a', 100);
    expect(await keys()).toBe('a');
    held[0]?.slot.release();
    expect(await keys()).toBe('aa');
  });

  it('are not waited for longer than the signal allows, and not taken afterwards', async () => {
    const { take, held, keys } = started({ total: 1, perKey: 1 });
    const abort = new AbortController();
    void take('a');
    void take('b', 1, abort.signal);
    void take('c');
    expect(await keys()).toBe('a');
    abort.abort();
    held[0]?.slot.release();
    expect(await keys()).toBe('ac');
  });

  it('count a second release of the same holder as none', async () => {
    const { take, held, keys } = started({ total: 1, perKey: 1 });
    for (const key of ['a', 'b', 'c']) void take(key);
    await keys();
    held[0]?.slot.release();
    held[0]?.slot.release();
    expect(await keys()).toBe('ab');
  });
});
