import { describe, expect, it } from '@jest/globals';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { identifierId, withKeys } from '../identity/identity-claim.js';
import { planDissociation } from './plan-dissociation.js';

const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });

/** Groups as `abc`, owners as `a: 'p'`; moved identifiers as `b: p → new-1`. */
function plan(groups: string[], owners: Record<string, string>) {
  let last = 0;
  const { split, identifiers } = planDissociation(
    groups.map((values) => withKeys({ datamart_id: '1', identifiers: [...values].map(agent) })),
    new Map(Object.entries(owners).map(([value, owner]) => [identifierId('1', agent(value)), owner])),
    () => `new-${++last}`,
  );
  const moved = identifiers.map(
    ({ identifier, from_user_point_id, user_point_id }) =>
      `${identifier.value}: ${from_user_point_id} → ${user_point_id}`,
  );
  return { split, moved };
}

describe('planDissociation', () => {
  it.each<[string, string[], Record<string, string>, boolean[], string[]]>([
    ['leaves the first identifier', ['ab'], { a: 'p', b: 'p' }, [true], ['b: p → new-1']],
    [
      'gives each of the others its own point',
      ['abc'],
      { a: 'p', b: 'p', c: 'p' },
      [true],
      ['b: p → new-1', 'c: p → new-2'],
    ],
    ['leaves a single identifier as it is', ['a'], { a: 'p' }, [true], []],
    ['ignores a repeated identifier', ['aab'], { a: 'p', b: 'p' }, [true], ['b: p → new-1']],
    ['does not split a group that shares no point', ['ab'], { a: 'p', b: 'q' }, [false], []],
    ['does not split a group of which only a part shares a point', ['abc'], { a: 'p', b: 'p', c: 'q' }, [false], []],
    ['does not split unknown identifiers', ['ab', 'c'], { a: 'p' }, [false, false], []],
    ['splits one group after the other', ['ab', 'ab'], { a: 'p', b: 'p' }, [true, false], ['b: p → new-1']],
    [
      'splits several groups',
      ['ab', 'cd', 'ac'],
      { a: 'p', b: 'p', c: 'q', d: 'q' },
      [true, true, false],
      ['b: p → new-1', 'd: q → new-2'],
    ],
  ])('%s', (_case, groups, owners, split, moved) => expect(plan(groups, owners)).toEqual({ split, moved }));
});
