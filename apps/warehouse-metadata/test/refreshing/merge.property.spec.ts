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

/** The trees after a scan of each state. A scan whose connection is lost is never merged. */
function live(states: State[], merge: Merge = mergeTree) {
  let tree = emptyTree();
  return states.map(({ world, faults }, index) => {
    const now = index + 1;
    const scan = scanOf(world, faults);
    if (scan) tree = merge(tree, scan, now);
    return { tree: flatten(tree), now, exists: new Set(pathsOf(world)) };
  });
}

/** Paths that a scan marked as disappeared although they existed at that time. */
const wronglyGone = (states: State[], merge?: Merge): string[] =>
  live(states, merge).flatMap(({ tree, now, exists }) =>
    Object.keys(tree).filter((path) => tree[path]?.disappearance_date === now && exists.has(path)),
  );

describe('with any faults', () => {
  it('an element that still exists never disappears', () => {
    fc.assert(
      fc.property(history, (states) => expect(wronglyGone(states)).toEqual([])),
      { numRuns: 500 },
    );
  });

  it('(control) a merge that considers every list complete marks existing elements as disappeared', () => {
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

  it('a subtree disappears no later than its parent, and the dates of an element are in order', () => {
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
