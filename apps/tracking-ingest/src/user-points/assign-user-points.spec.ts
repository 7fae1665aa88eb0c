import { describe, expect, it } from '@jest/globals';
import type { Identifier } from '@tributary/contracts/identifier';
import fc from 'fast-check';
import { assignUserPoints, growingPoints, isAnyCrowded, keyed, pointKey } from './assign-user-points.js';
import { identifierId } from './identifier-id.js';
import type { Identified, Resolved } from './identified.js';

const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });
const element = (values: string, difference: Partial<Identified> = {}): Identified => ({
  datamart_id: '1',
  identifiers: [...values].map(agent),
  ...difference,
});
const point = (user_point_id: string): Resolved => ({ user_point_id });
const crowded = (user_point_id: string): Resolved => ({ user_point_id, isCrowded: true });
const refused = (refusal: 'UNKNOWN_USER_POINT' | 'OWNED_BY_ANOTHER'): Resolved => ({ refusal });

type Owners = Record<string, string>;
const limit = 5;

function sizesOf(owners: Owners) {
  const sizes = new Map<string, number>();
  for (const owner of Object.values(owners))
    sizes.set(pointKey('1', owner), (sizes.get(pointKey('1', owner)) ?? 0) + 1);
  return sizes;
}

/** `owners`: who owns each identifier; a person may have at most five. */
function assign(elements: Identified[], owners: Owners = {}, bounds = { limit, sizes: sizesOf(owners) }) {
  const entries = Object.entries(owners);
  const known = {
    owners: new Map(entries.map(([value, owner]) => [identifierId('1', agent(value)), owner])),
    survivors: new Map([
      [pointKey('1', 'p1'), 'p1'],
      [pointKey('1', 'p2'), 'p2'],
      [pointKey('1', 'old'), 'p1'],
    ]),
    sizes: bounds.sizes,
  };
  let last = 0;
  return assignUserPoints(elements.map(keyed), known, { limit: bounds.limit, newId: () => `new-${++last}` });
}

describe('assignUserPoints', () => {
  it.each<[string, Identified[], Record<string, string>, Resolved[], string]>([
    ['gives strangers a new point each', [element('a'), element('b')], {}, [point('new-1'), point('new-2')], 'ab'],
    ['knows a person again', [element('a')], { a: 'p1' }, [point('p1')], ''],
    ['knows a person again within the batch', [element('a'), element('a')], {}, [point('new-1'), point('new-1')], 'a'],
    ['takes an identifier once', [element('aa')], {}, [point('new-1')], 'a'],
    ['gives a new identifier to the known person', [element('ab')], { b: 'p1' }, [point('p1')], 'a'],
    ['makes the oldest of several', [element('ab')], { a: 'p2', b: 'p1' }, [point('p1')], ''],
    [
      'makes one person of what a later element joins',
      [element('a'), element('b'), element('ab')],
      {},
      [point('new-1'), point('new-1'), point('new-1')],
      'ab',
    ],
    [
      'lets a known person precede a new one',
      [element('x'), element('a'), element('xa')],
      { a: 'p1' },
      [point('p1'), point('p1'), point('p1')],
      'x',
    ],
    ['attaches to the user point that is named', [element('a', { user_point_id: 'p1' })], {}, [point('p1')], 'a'],
    ['follows the merges of a named user point', [element('', { user_point_id: 'old' })], {}, [point('p1')], ''],
    [
      'merges a named user point with an owner',
      [element('a', { user_point_id: 'p2' })],
      { a: 'p1' },
      [point('p1')],
      '',
    ],
    [
      'refuses an unknown user point, and keeps its identifiers out',
      [element('a', { user_point_id: 'p9' })],
      {},
      [refused('UNKNOWN_USER_POINT')],
      '',
    ],
    [
      'refuses to merge where it must not',
      [element('abc', { mustNotMerge: true })],
      { a: 'p1', b: 'p2' },
      [refused('OWNED_BY_ANOTHER')],
      '',
    ],
    ['attaches where it must not merge', [element('ac', { mustNotMerge: true })], { a: 'p1' }, [point('p1')], 'c'],
    ['makes a person of as many identifiers as allowed', [element('abcde')], {}, [point('new-1')], 'abcde'],
    ['takes only the first of too many identifiers', [element('abcdef')], {}, [crowded('new-1')], 'a'],
    [
      'adds no identifier to a full person',
      [element('af')],
      { a: 'p1', b: 'p1', c: 'p1', d: 'p1', e: 'p1' },
      [crowded('p1')],
      '',
    ],
    [
      'does not merge into too large a person',
      [element('ad')],
      { a: 'p1', b: 'p1', c: 'p1', d: 'p2', e: 'p2', f: 'p2' },
      [crowded('p1')],
      '',
    ],
    [
      'knows a full person again',
      [element('e')],
      { a: 'p1', b: 'p1', c: 'p1', d: 'p1', e: 'p1', f: 'p1' },
      [point('p1')],
      '',
    ],
  ])('%s', (_case, elements, owners, expected, unknown) => {
    const result = assign(elements, owners);
    expect(result.resolved).toEqual(expected);
    expect(result.unknown.map(({ identifier }) => identifier.value).join('')).toBe(unknown);
  });

  it('keeps datamarts apart', () => {
    const elements = [element('a'), element('a', { datamart_id: '2' })];
    expect(assign(elements).resolved).toEqual([point('new-1'), point('new-2')]);
  });

  it('assigns without a limit what it would with one, unless somebody would be crowded', () => {
    const name = fc.constantFrom(...'abcdefghijkl');
    const anElement = fc.record({
      values: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }).map((values) => values.join('')),
      user_point_id: fc.option(fc.constantFrom('p1', 'p2'), { nil: undefined, freq: 4 }),
      writesData: fc.boolean(),
      mustNotMerge: fc.integer({ max: 9, min: 0 }).map((drawn) => drawn === 0),
      mustFit: fc.boolean(),
    });
    const aloneIfSet = <E extends { mustNotMerge: boolean }>(elements: E[]) => {
      const alone = elements.find(({ mustNotMerge }) => mustNotMerge);
      return alone ? [alone] : elements;
    };
    const owners = fc.dictionary(name, fc.constantFrom('p1', 'p2', 'p3'), { maxKeys: 8 });
    let crowded = 0;
    fc.assert(
      fc.property(fc.array(anElement, { maxLength: 5 }).map(aloneIfSet), owners, (drawn, owners) => {
        const elements = drawn.map(({ values, ...difference }) => element(values, difference));
        const draft = assign(elements, owners, { limit: Infinity, sizes: new Map() });
        const { resolved, unknown, merges, touched } = assign(elements, owners);
        // What is read of sizes is enough.
        const all = sizesOf(owners);
        const sizes = new Map(
          growingPoints(draft).map(({ user_point_id }) => [
            pointKey('1', user_point_id),
            all.get(pointKey('1', user_point_id)) ?? 0,
          ]),
        );
        expect(assign(elements, owners, { limit, sizes })).toMatchObject({ resolved, unknown, merges, touched });
        expect(isAnyCrowded(draft, sizes, limit)).toBe(isAnyCrowded(draft, all, limit));
        if (isAnyCrowded(draft, sizes, limit)) crowded++;
        else expect(draft).toMatchObject({ resolved, unknown, merges, touched });
      }),
      { numRuns: 2_000 },
    );
    expect(crowded).toBeGreaterThan(50);
    expect(crowded).toBeLessThan(1_950);
  });

  it('tells the merges, and which points are touched how', () => {
    const { merges, touched } = assign(
      [element('ab'), element('c'), element('dx'), element('e', { writesData: true })],
      { a: 'p3', b: 'p2', c: 'p4', d: 'p5', e: 'p6' },
    );
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
