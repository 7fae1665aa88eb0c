import { describe, expect, it } from '@jest/globals';
import type { Identifier } from '@tributary/contracts/identifier';
import { assignUserPoints, ownerKey } from './assign-user-points.js';

const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });
const element = (...values: string[]) => ({ datamart_id: '1', identifiers: values.map(agent) });
const owned = (owners: Record<string, string>) =>
  new Map(Object.entries(owners).map(([value, point]) => [ownerKey('1', agent(value)), point]));
const newIds = () => {
  let last = 0;
  return () => `new-${++last}`;
};

describe('assignUserPoints', () => {
  it.each<[string, ReturnType<typeof element>[], Record<string, string>, string[], string[]]>([
    ['gives strangers a new point each', [element('a'), element('b')], {}, ['new-1', 'new-2'], ['a', 'b']],
    ['knows a person again', [element('a')], { a: 'p1' }, ['p1'], []],
    ['knows a person again within the batch', [element('a'), element('a')], {}, ['new-1', 'new-1'], ['a']],
    ['gives a new identifier to the known person', [element('a', 'b')], { b: 'p1' }, ['p1'], ['a']],
    ['takes the oldest of several owners', [element('a', 'b')], { a: 'p2', b: 'p1' }, ['p1'], []],
  ])('%s', (_case, elements, owners, expected, unknown) => {
    const result = assignUserPoints(elements, owned(owners), newIds());
    expect(result.userPoints).toEqual(expected);
    expect(result.unknown.map(({ identifier }) => identifier.value)).toEqual(unknown);
  });

  it('keeps datamarts apart', () => {
    const elements = [element('a'), { ...element('a'), datamart_id: '2' }];
    expect(assignUserPoints(elements, new Map(), newIds()).userPoints).toEqual(['new-1', 'new-2']);
  });
});
