import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { faults, noFaults, pathsOf, scanOf, world, type Faults, type World } from './arbitrary-scans.js';
import { emptyTree, flatten, mergeTree } from './tree-model.js';

interface State {
  world: World;
  faults: Faults;
}
type Merge = typeof mergeTree;

const history: fc.Arbitrary<State[]> = fc.array(fc.record({ world, faults }), { minLength: 1, maxLength: 8 });

/** The tree after each state of the world was scanned through its faults; a scan that is cut off is never merged. */
function live(states: State[], merge: Merge = mergeTree) {
  let tree = emptyTree();
  return states.map(({ world, faults }, index) => {
    const now = index + 1;
    const scan = scanOf(world, faults);
    if (scan) tree = merge(tree, scan, now);
    return { tree: flatten(tree), now, exists: new Set(pathsOf(world)) };
  });
}

/** Paths that are called gone in the very moment in which they exist. */
const wronglyGone = (states: State[], merge?: Merge): string[] =>
  live(states, merge).flatMap(({ tree, now, exists }) =>
    Object.keys(tree).filter((path) => tree[path]?.disappearance_date === now && exists.has(path)),
  );

describe('whatever fails half-way', () => {
  it('nothing that still exists is called gone', () => {
    fc.assert(
      fc.property(history, (states) => expect(wronglyGone(states)).toEqual([])),
      { numRuns: 500 },
    );
  });

  it('that is noticed: a rule that takes every list for complete calls gone what exists', () => {
    const careless: Merge = (tree, { databases }, now) => {
      const emptied = databases.map(({ name, schemas = [] }) => ({ name, schemas }));
      return mergeTree(tree, { isComplete: true, databases: emptied }, now);
    };
    const caught = fc.check(
      fc.property(history, (states) => wronglyGone(states, careless).length === 0),
      { numRuns: 500 },
    );
    expect(caught.failed).toBe(true);
  });

  it('a later scan without faults shows exactly what exists', () => {
    fc.assert(
      fc.property(history, world, (states, last) => {
        const tree = live([...states, { world: last, faults: noFaults }]).at(-1)?.tree ?? {};
        const visible = Object.keys(tree).filter((path) => tree[path]?.disappearance_date === null);
        expect(visible.sort()).toEqual(pathsOf(last).sort());
      }),
      { numRuns: 300 },
    );
  });

  it('the subtree of what is gone is gone, not later than it, and no date lies before the one it follows', () => {
    fc.assert(
      fc.property(history, (states) => {
        const tree = live(states).at(-1)?.tree ?? {};
        for (const [path, { discovery_date, last_seen_date, disappearance_date }] of Object.entries(tree)) {
          const gone = disappearance_date ?? Infinity;
          expect(discovery_date).toBeLessThanOrEqual(last_seen_date);
          expect(last_seen_date).toBeLessThan(gone);
          const parent = tree[path.slice(0, Math.max(path.lastIndexOf('/'), 0))];
          expect(gone).toBeLessThanOrEqual(parent?.disappearance_date ?? Infinity);
        }
      }),
      { numRuns: 300 },
    );
  });
});
