import { describe, expect, it } from '@jest/globals';
import type { Identifier } from '@tributary/contracts/identifier';
import { keyed } from './assign-user-points.js';
import { identifierId } from './identifier-id.js';
import { planDissociation } from './plan-dissociation.js';

const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });

/** Groups as `abc`, owners as `a: 'p'`; departures as `b: p → new-1`. */
function plan(groups: string[], owners: Record<string, string>) {
  let last = 0;
  const { parted, departures } = planDissociation(
    groups.map((values) => keyed({ datamart_id: '1', identifiers: [...values].map(agent) })),
    new Map(Object.entries(owners).map(([value, owner]) => [identifierId('1', agent(value)), owner])),
    () => `new-${++last}`,
  );
  const left = departures.map(
    ({ identifier, from_user_point_id, user_point_id }) =>
      `${identifier.value}: ${from_user_point_id} → ${user_point_id}`,
  );
  return { parted, left };
}

describe('planDissociation', () => {
  it.each<[string, string[], Record<string, string>, boolean[], string[]]>([
    ['lets the first stay', ['ab'], { a: 'p', b: 'p' }, [true], ['b: p → new-1']],
    ['gives each of the others its own', ['abc'], { a: 'p', b: 'p', c: 'p' }, [true], ['b: p → new-1', 'c: p → new-2']],
    ['leaves one alone as it is', ['a'], { a: 'p' }, [true], []],
    ['takes a repetition for one', ['aab'], { a: 'p', b: 'p' }, [true], ['b: p → new-1']],
    ['does not part what shares no point', ['ab'], { a: 'p', b: 'q' }, [false], []],
    ['does not part what shares a point in part', ['abc'], { a: 'p', b: 'p', c: 'q' }, [false], []],
    ['does not part what nobody knows', ['ab', 'c'], { a: 'p' }, [false, false], []],
    ['parts one group after the other', ['ab', 'ab'], { a: 'p', b: 'p' }, [true, false], ['b: p → new-1']],
    [
      'parts several groups',
      ['ab', 'cd', 'ac'],
      { a: 'p', b: 'p', c: 'q', d: 'q' },
      [true, true, false],
      ['b: p → new-1', 'd: q → new-2'],
    ],
  ])('%s', (_case, groups, owners, parted, left) => expect(plan(groups, owners)).toEqual({ parted, left }));
});
