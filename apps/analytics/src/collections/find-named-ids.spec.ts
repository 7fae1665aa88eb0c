import { describe, expect, it } from '@jest/globals';
import { DirectoryStore } from '@tributary/security/directory.store';
import { findDatamarts } from './find-datamarts.js';
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
    ['ignores negated filters', [aFilter(), aFilter({ not: true })], [{ owner: 'datamart_id', ids: ['1', '2'] }]],
  ])('%s', (_case, filters, named) => expect(findNamedIds({ filters })).toEqual(named));
});

describe('findDatamarts', () => {
  const directory = new DirectoryStore();
  directory.apply({ kind: 'organisation', id: '1', community_id: '10' });
  for (const id of ['1', '2']) directory.apply({ kind: 'datamart', id, organisation_id: '1' });
  directory.apply({ kind: 'datamart', id: '3', organisation_id: 'unknown' });

  it.each([
    ['a datamart', [{ owner: 'datamart_id' as const, ids: ['1'] }], ['1']],
    ['an organisation', [{ owner: 'organisation_id' as const, ids: ['1'] }], ['1', '2']],
    ['a community', [{ owner: 'community_id' as const, ids: ['10', '11'] }], ['1', '2']],
    [
      'two filters at once',
      [
        { owner: 'community_id' as const, ids: ['10'] },
        { owner: 'datamart_id' as const, ids: ['2', '9'] },
      ],
      ['2'],
    ],
  ])('finds the datamarts of %s', (_case, named, ids) => {
    expect(findDatamarts(directory, named).map(({ datamart_id }) => datamart_id)).toEqual(ids);
  });
});
