import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { linkUserPoints, type KnownUserPoint, type Links, type Merge } from './link-user-points.js';

const datamart_id = '1';
const merge = (merged_id: string, survivor_id: string): Merge => ({ datamart_id, merged_id, survivor_id });
const userPoint = (id: string) => ({ datamart_id, id });
const known = (id: string, survivor_id = id, is_erased = false): KnownUserPoint => ({
  datamart_id,
  id,
  survivor_id,
  is_erased,
});

describe('linkUserPoints', () => {
  it.each<[string, KnownUserPoint[], [Merge[], string[]], [[string, string][], string[]]]>([
    ['a merge', [], [[merge('b', 'a')], []], [[['b', 'a']], []]],
    [
      'a chain in reverse order',
      [],
      [[merge('c', 'b'), merge('b', 'a')], []],
      [
        [
          ['b', 'a'],
          ['c', 'a'],
        ],
        [],
      ],
    ],
    ['a known merge', [known('b', 'a'), known('a')], [[merge('b', 'a')], []], [[], []]],
    ['a merge into a merged user point', [known('b', 'a')], [[merge('c', 'b')], []], [[['c', 'a']], []]],
    ['a merge of a survivor', [known('b', 'a'), known('a')], [[merge('a', '0')], []], [[['a', '0']], []]],
    ['a cycle, which tracking never publishes', [], [[merge('b', 'a'), merge('a', 'b')], []], [[['b', 'a']], []]],
    ['an erasure', [], [[], ['a']], [[], ['a']]],
    ['an erasure of all ids of a cluster', [known('b', 'a'), known('a')], [[], ['a', 'b']], [[], ['a']]],
    ['a known erasure', [known('a', 'a', true)], [[], ['a']], [[], []]],
    [
      'a merge of an erased user point',
      [known('b', 'b', true), known('a')],
      [[merge('b', 'a')], []],
      [[['b', 'a']], ['a']],
    ],
    ['a merge into an erased user point', [known('a', 'a', true)], [[merge('b', 'a')], []], [[['b', 'a']], ['a']]],
  ])('%s', (_case, before, [merges, erased], [moved, deleted]) => {
    const links = linkUserPoints(before, merges, erased.map(userPoint));
    const pairs = links.moved.map(({ merged_id, survivor_id }) => [merged_id, survivor_id]);
    expect(pairs.sort()).toEqual(moved);
    expect(links.erased).toEqual(deleted.map(userPoint));
  });

  it('keeps datamarts apart', () => {
    const other = { ...merge('b', 'c'), datamart_id: '2' };
    expect(linkUserPoints([], [merge('b', 'a'), other], []).moved).toEqual([merge('b', 'a'), other]);
  });

  it('gives the same result for any order and any batches', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const event = fc.oneof(
      fc.tuple(ids, ids).map(([one, other]) => (one === other ? { erased: one } : { pair: [one, other].sort() })),
      ids.map((erased) => ({ erased })),
    );
    const events = fc.array(fc.tuple(event, fc.nat(), fc.nat(2)), { maxLength: 8 });
    fc.assert(
      fc.property(events, (given) => {
        const shuffled = [...given].sort(([, a], [, b]) => a - b).map(([one, , batch]) => ({ ...one, batch }));
        expect(applied(shuffled)).toEqual(applied(given.map(([one]) => ({ ...one, batch: 0 }))));
      }),
      { numRuns: 500 },
    );
  });
});

type Event = { batch: number } & ({ erased: string } | { pair: string[] });

/** The clusters, and which of them are erased, after each run of equal `batch` is linked and stored. */
function applied(events: Event[]): string[] {
  const survivors = new Map<string, string>();
  const erased = new Set<string>();
  const survivorOf = (id: string) => survivors.get(id) ?? id;
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const store = (links: Links) => {
    for (const { merged_id, survivor_id } of links.moved)
      for (const id of ids) if (survivorOf(id) === merged_id) survivors.set(id, survivor_id);
    for (const { id } of links.erased) erased.add(id);
  };
  for (let start = 0, end = 0; start < events.length; start = end) {
    while (events[end]?.batch === events[start]?.batch && end < events.length) end++;
    const batch = events.slice(start, end);
    store(
      linkUserPoints(
        ids.map((id) => known(id, survivorOf(id), erased.has(survivorOf(id)))),
        batch.flatMap((event) => ('pair' in event ? [merge(event.pair[1] ?? '', event.pair[0] ?? '')] : [])),
        batch.flatMap((event) => ('erased' in event ? [userPoint(event.erased)] : [])),
      ),
    );
  }
  const clusterOf = (id: string) => ids.filter((other) => survivorOf(other) === survivorOf(id)).join('');
  return ids.map((id) => `${clusterOf(id)}${erased.has(survivorOf(id)) ? ' erased' : ''}`);
}
