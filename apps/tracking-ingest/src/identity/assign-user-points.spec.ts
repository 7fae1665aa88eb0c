import { describe, expect, it } from '@jest/globals';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import fc from 'fast-check';
import { assignUserPoints, growingPoints, isAnyOverLimit } from './assign-user-points.js';
import {
  identifierId,
  withKeys,
  type Resolution,
  type ResolvedClaim,
  type UnmergeableClaim,
} from './identity-claim.js';
import { pointKey } from './point-key.js';

const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });
type Outcome = Omit<Resolution, 'claim' | 'step'>;

const claim = (values: string, difference: Partial<UnmergeableClaim> = {}): UnmergeableClaim => ({
  datamart_id: '1',
  identifiers: [...values].map(agent),
  ...difference,
});
const point = (user_point_id: string): Outcome => ({ user_point_id });
const overLimit = (user_point_id: string): Outcome => ({ user_point_id, overLimit: true });
const refused = (refusal: 'UNKNOWN_USER_POINT' | 'OWNED_BY_ANOTHER'): Outcome => ({ refusal });

type Owners = Record<string, string>;
const limit = 5;

function sizesOf(owners: Owners) {
  const sizes = new Map<string, number>();
  for (const owner of Object.values(owners))
    sizes.set(pointKey('1', owner), (sizes.get(pointKey('1', owner)) ?? 0) + 1);
  return sizes;
}

/** `owners`: identifier → user point. The limit is five identifiers. */
function assign(claims: UnmergeableClaim[], owners: Owners = {}, bounds = { limit, sizes: sizesOf(owners) }) {
  const entries = Object.entries(owners);
  const snapshot = {
    owners: new Map(entries.map(([value, owner]) => [identifierId('1', agent(value)), owner])),
    survivors: new Map([
      [pointKey('1', 'p1'), 'p1'],
      [pointKey('1', 'p2'), 'p2'],
      [pointKey('1', 'old'), 'p1'],
    ]),
    sizes: bounds.sizes,
  };
  let last = 0;
  const bound = { limit: bounds.limit, newId: () => `new-${++last}` };
  const { resolved, ...changes } = assignUserPoints(claims.map(withKeys), snapshot, bound);
  expect(resolved.map((one) => one.claim)).toEqual(claims);
  return {
    ...changes,
    resolved: resolved.map(({ claim: _claim, step: _step, ...outcome }: Partial<ResolvedClaim>): Outcome => outcome),
    steps: resolved.map((one) => ('step' in one ? one.step : undefined)),
  };
}

describe('assignUserPoints', () => {
  it.each<[string, UnmergeableClaim[], Record<string, string>, Outcome[], string]>([
    [
      'gives claims without common identifiers a new point each',
      [claim('a'), claim('b')],
      {},
      [point('new-1'), point('new-2')],
      'ab',
    ],
    ['finds the owner of an identifier', [claim('a')], { a: 'p1' }, [point('p1')], ''],
    ['finds an owner created by the same batch', [claim('a'), claim('a')], {}, [point('new-1'), point('new-1')], 'a'],
    ['ignores a repeated identifier', [claim('aa')], {}, [point('new-1')], 'a'],
    ['gives a new identifier to the owner of the others', [claim('ab')], { b: 'p1' }, [point('p1')], 'a'],
    ['merges into the oldest of several', [claim('ab')], { a: 'p2', b: 'p1' }, [point('p1')], ''],
    [
      'unites what a later claim joins',
      [claim('a'), claim('b'), claim('ab')],
      {},
      [point('new-1'), point('new-1'), point('new-1')],
      'ab',
    ],
    [
      'prefers a stored point to a new one',
      [claim('x'), claim('a'), claim('xa')],
      { a: 'p1' },
      [point('p1'), point('p1'), point('p1')],
      'x',
    ],
    ['attaches to the user point that is named', [claim('a', { user_point_id: 'p1' })], {}, [point('p1')], 'a'],
    ['follows the merges of a named user point', [claim('', { user_point_id: 'old' })], {}, [point('p1')], ''],
    ['merges a named user point with an owner', [claim('a', { user_point_id: 'p2' })], { a: 'p1' }, [point('p1')], ''],
    [
      'refuses an unknown user point, and does not store its identifiers',
      [claim('a', { user_point_id: 'p9' })],
      {},
      [refused('UNKNOWN_USER_POINT')],
      '',
    ],
    [
      'refuses a claim that must not merge',
      [claim('abc', { mustNotMerge: true })],
      { a: 'p1', b: 'p2' },
      [refused('OWNED_BY_ANOTHER')],
      '',
    ],
    [
      'adds an identifier for a claim that must not merge',
      [claim('ac', { mustNotMerge: true })],
      { a: 'p1' },
      [point('p1')],
      'c',
    ],
    ['creates a point up to the limit of identifiers', [claim('abcde')], {}, [point('new-1')], 'abcde'],
    ['takes only the first identifier above the limit', [claim('abcdef')], {}, [overLimit('new-1')], 'a'],
    [
      'adds no identifier to a full point',
      [claim('af')],
      { a: 'p1', b: 'p1', c: 'p1', d: 'p1', e: 'p1' },
      [overLimit('p1')],
      '',
    ],
    [
      'does not merge above the limit',
      [claim('ad')],
      { a: 'p1', b: 'p1', c: 'p1', d: 'p2', e: 'p2', f: 'p2' },
      [overLimit('p1')],
      '',
    ],
    [
      'finds a point that is above the limit',
      [claim('e')],
      { a: 'p1', b: 'p1', c: 'p1', d: 'p1', e: 'p1', f: 'p1' },
      [point('p1')],
      '',
    ],
  ])('%s', (_case, claims, owners, expected, unowned) => {
    const result = assign(claims, owners);
    expect(result.resolved).toEqual(expected);
    expect(result.unowned.map(({ identifier }) => identifier.value).join('')).toBe(unowned);
  });

  it('yields which user points each claim joined, in the order of the claims', () => {
    const claims = [claim('a'), claim('b'), claim('ax'), claim('xb'), claim('b')];
    expect(assign(claims, { a: 'p2', b: 'p1' }).steps).toEqual([
      { joined: ['p2'], into: 'p2' },
      { joined: ['p1'], into: 'p1' },
      { joined: ['p2'], into: 'p2' },
      { joined: ['p2', 'p1'], into: 'p1' },
      { joined: ['p1'], into: 'p1' },
    ]);
    expect(assign([claim('a'), claim('b'), claim('ab')]).steps).toEqual([
      { joined: [], into: 'new-1' },
      { joined: [], into: 'new-2' },
      { joined: ['new-1', 'new-2'], into: 'new-1' },
    ]);
    // Over the limit nothing is joined: the claim is of the owner of its first identifier.
    const full = { a: 'p1', b: 'p1', c: 'p1', d: 'p2', e: 'p2', f: 'p2' };
    expect(assign([claim('da'), claim('xabcd'), claim('x')], full).steps).toEqual([
      { joined: [], into: 'p2' },
      { joined: [], into: 'new-1' },
      { joined: ['new-1'], into: 'new-1' },
    ]);
  });

  it('keeps datamarts apart', () => {
    const claims = [claim('a'), claim('a', { datamart_id: '2' })];
    expect(assign(claims).resolved).toEqual([point('new-1'), point('new-2')]);
  });

  it('assigns the same without a limit, unless the limit is exceeded', () => {
    const name = fc.constantFrom(...'abcdefghijkl');
    const aClaim = fc.record({
      values: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }).map((values) => values.join('')),
      user_point_id: fc.option(fc.constantFrom('p1', 'p2'), { nil: undefined, freq: 4 }),
      writesData: fc.boolean(),
      mustNotMerge: fc.integer({ max: 9, min: 0 }).map((drawn) => drawn === 0),
      mustFit: fc.boolean(),
    });
    const aloneIfSet = <Claim extends { mustNotMerge: boolean }>(claims: Claim[]) => {
      const alone = claims.find(({ mustNotMerge }) => mustNotMerge);
      return alone ? [alone] : claims;
    };
    const owners = fc.dictionary(name, fc.constantFrom('p1', 'p2', 'p3'), { maxKeys: 8 });
    let exceeded = 0;
    fc.assert(
      fc.property(fc.array(aClaim, { maxLength: 5 }).map(aloneIfSet), owners, (drawn, owners) => {
        const claims = drawn.map(({ values, ...difference }) => claim(values, difference));
        const draft = assign(claims, owners, { limit: Infinity, sizes: new Map() });
        const { resolved, unowned, merges, touched } = assign(claims, owners);
        // The sizes of the growing points suffice.
        const all = sizesOf(owners);
        const sizes = new Map(
          growingPoints(draft).map(({ user_point_id }) => [
            pointKey('1', user_point_id),
            all.get(pointKey('1', user_point_id)) ?? 0,
          ]),
        );
        expect(assign(claims, owners, { limit, sizes })).toMatchObject({ resolved, unowned, merges, touched });
        expect(isAnyOverLimit(draft, sizes, limit)).toBe(isAnyOverLimit(draft, all, limit));
        if (isAnyOverLimit(draft, sizes, limit)) exceeded++;
        else expect(draft).toMatchObject({ resolved, unowned, merges, touched });
      }),
      { numRuns: 2_000 },
    );
    expect(exceeded).toBeGreaterThan(50);
    expect(exceeded).toBeLessThan(1_950);
  });

  it('returns the merges, and how each point is touched', () => {
    const { merges, touched } = assign([claim('ab'), claim('c'), claim('dx'), claim('e', { writesData: true })], {
      a: 'p3',
      b: 'p2',
      c: 'p4',
      d: 'p5',
      e: 'p6',
    });
    const datamart_id = '1';
    expect(merges).toEqual([{ datamart_id, merged_id: 'p3', survivor_id: 'p2' }]);
    expect(touched).toEqual([
      { datamart_id, user_point_id: 'p2', changes: true },
      { datamart_id, user_point_id: 'p3', changes: true },
      { datamart_id, user_point_id: 'p4', changes: false },
      { datamart_id, user_point_id: 'p5', changes: true },
      { datamart_id, user_point_id: 'p6', changes: true },
    ]);
  });
});
