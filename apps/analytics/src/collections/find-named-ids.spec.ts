import { describe, expect, it } from '@jest/globals';
import { findNamedIds } from './find-named-ids.js';

const aFilter = (difference: object = {}) => ({
  dimension_name: 'datamart_id',
  operator: 'IN_LIST' as const,
  expressions: [1, '2'],
  ...difference,
});

describe('findNamedIds', () => {
  it.each([
    ['takes all ids of IN_LIST', [aFilter()], [{ owner: 'datamart_id', ids: ['1', '2'] }]],
    ['takes the first id of EXACT', [aFilter({ operator: 'EXACT' })], [{ owner: 'datamart_id', ids: ['1'] }]],
    [
      'reads every filter',
      [aFilter(), aFilter({ dimension_name: 'community_id' }), aFilter({ dimension_name: 'collection' })],
      [
        { owner: 'datamart_id', ids: ['1', '2'] },
        { owner: 'community_id', ids: ['1', '2'] },
      ],
    ],
    ['reads negated filters', [aFilter({ not: true })], [{ owner: 'datamart_id', ids: ['1', '2'] }]],
    ['reads the filters of a group', [{ filters: [aFilter()] }], [{ owner: 'datamart_id', ids: ['1', '2'] }]],
    ['reads no filter LIKE', [aFilter({ operator: 'LIKE' })], []],
  ])('%s', (_case, filters, named) => expect(findNamedIds({ filters })).toEqual(named));

  it('needs no clause', () => expect([findNamedIds(undefined), findNamedIds(null)]).toEqual([[], []]));
});
