import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BacklogShares } from './backlog-shares.js';

interface Given {
  held?: Record<string, number>;
  active?: string[];
  lacking?: string[];
}

const shares = (total: number, { held = {}, active = [], lacking = [] }: Given) =>
  new BacklogShares(total, { held: new Map(Object.entries(held)), active, lacking: new Set(lacking) });

/** How many places the organisation gets. */
function placesOf(organisation_id: string, backlog: BacklogShares): number {
  let places = 0;
  while (places < 10_000 && backlog.take(organisation_id)) places++;
  return places;
}

describe('the places of an organisation', () => {
  it.each<[string, Given, number]>([
    ['alone', {}, 1_000],
    ['alone, with some', { held: { a: 400 } }, 600],
    ['alone, with all', { held: { a: 1_000 } }, 0],
    ['beside one that was active in the last minutes', { active: ['a', 'b'] }, 750],
    ['beside one that holds some', { held: { b: 10 } }, 740],
    ['beside one that lacks places', { held: { b: 10 }, active: ['a', 'b'], lacking: ['b'] }, 375],
    ['beside two that lack places', { held: { b: 1, c: 1 }, active: ['a'], lacking: ['b', 'c'] }, 250],
    [
      'beside one that lacks places, with more than an equal part',
      { held: { a: 600 }, active: ['b'], lacking: ['b'] },
      0,
    ],
    ['of which others hold three quarters', { held: { b: 750 }, active: ['a'] }, 15],
    ['of which others hold three quarters and the most of the rest', { held: { b: 750, c: 230 }, active: ['a'] }, 1],
    ['of which others hold all', { held: { b: 750, c: 250 }, active: ['a'] }, 0],
    ['of which one that was alone holds all', { held: { b: 1_000 }, active: ['a'] }, 15],
  ])('of 1,000, %s', (_case, given, places) => {
    expect(placesOf('a', shares(1_000, { ...given, active: ['a', ...(given.active ?? [])] }))).toBe(places);
  });

  it('are there for each of twenty that come later and never end, of twenty-one', () => {
    const organisations = Array.from({ length: 20 }, (_, n) => `o${n}`);
    const backlog = shares(1_000, { active: ['greedy', ...organisations] });
    expect(placesOf('greedy', backlog)).toBe(750);
    const places = organisations.map((id) => placesOf(id, backlog));
    expect(Math.min(...places)).toBe(4);
    expect(placesOf('greedy', backlog)).toBe(0);
  });

  it('(control) are not there if one organisation has sent the activities of all', () => {
    const backlog = shares(1_000, {});
    placesOf('all', backlog);
    expect(placesOf('all', backlog)).toBe(0);
  });

  it('become equal as activities end, if both lack places', () => {
    const held = { a: 750, b: 0 };
    for (let ends = 0; ends < 600; ends++) {
      held[held.a > held.b ? 'a' : 'b'] -= 1;
      const backlog = shares(1_000, { held, active: ['a', 'b'], lacking: ['a', 'b'] });
      for (const id of ['a', 'b'] as const) held[id] += placesOf(id, backlog);
    }
    expect(held).toEqual({ a: 375, b: 375 });
  });
});

describe('places that are taken and given back in any order', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const step = fc.record({
    of: fc.constantFrom(...ids),
    change: fc.integer({ min: -60, max: 80 }),
    lacking: fc.subarray(ids),
  });

  /** Applies the steps to the places, and the law after each. */
  const holdsAfterEach = (law: (held: Map<string, number>, of: string, places: number) => void, alone = 0) =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const held = new Map([['a', alone]]);
        for (const { of, change, lacking } of steps) {
          const backlog = new BacklogShares(100, { held, active: ids, lacking: new Set(lacking) });
          const own = held.get(of) ?? 0;
          let places = 0;
          while (places < change && backlog.take(of)) places++;
          held.set(of, change < 0 ? Math.max(0, own + change) : own + places);
          if (change > 0) law(held, of, places);
        }
      }),
    );

  it('never more are taken than there are, and none has more than three quarters beside others', () =>
    holdsAfterEach((held) => {
      expect([...held.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(100);
      expect(Math.max(...held.values())).toBeLessThanOrEqual(75);
    }));

  it('at most a quarter more are taken beside one that was alone and held all', () =>
    holdsAfterEach((held) => {
      expect([...held.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(125);
      for (const other of ['b', 'c', 'd', 'e']) expect(held.get(other) ?? 0).toBeLessThanOrEqual(75);
    }, 100));

  it('each of five organisations that holds none gets one', () =>
    holdsAfterEach((held, of, places) => {
      if (held.get(of) === places) expect(places).toBeGreaterThan(0);
    }));
});
