import { describe, expect, it } from '@jest/globals';
import { addPick, fragmentsOf, readPicks } from './picks.js';

const type = (value: string) => ({ dimension: 'type', value });

describe('picked values', () => {
  it.each([
    [[type('A')], [type('A')]],
    [[{ dimension: 'a b', value: 'x' }, { dimension: 'a' }, null, 7], []],
    ['A', []],
  ])('are read from %j', (value, picks) => expect(readPicks(value)).toEqual(picks));

  it('are one of each dimension', () => {
    const city = { dimension: 'location_city', value: 'Paris' };
    expect(addPick([type('A'), city], type('B'))).toEqual([city, type('B')]);
  });

  it('filter the reports of activities', () => {
    const filters = [{ dimension_name: 'type', operator: 'EXACT', expressions: ['A'] }];
    expect(fragmentsOf([type('A')])).toEqual([{ type: 'activities_analytics', filters }]);
    expect(fragmentsOf([])).toEqual([]);
  });
});
