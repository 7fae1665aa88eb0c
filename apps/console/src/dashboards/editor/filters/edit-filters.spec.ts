import { describe, expect, it } from '@jest/globals';
import { filterNames } from '@tributary/dashboards/content/dashboard-content';
import { readContent } from '@tributary/dashboards/content/read-content';
import { applySelections } from '@tributary/dashboards/filters/apply-selections';
import { dimensionOf, freeNames, newFilterOf, setDimension, setFilters } from './edit-filters.js';

describe('the filters of a dashboard', () => {
  it.each(filterNames)('%s: a new one filters by its dimension', (name) => {
    const content = readContent(setFilters({ sections: [] }, [setDimension(newFilterOf(name), 'type')]));
    const [applied] = applySelections(content.filters, { [name]: ['7'] });
    expect(applied?.filters).toMatchObject([{ dimension_name: 'type', operator: 'IN_LIST', expressions: ['7'] }]);
  });

  it('are offered once each', () =>
    expect(freeNames([newFilterOf('channels')])).toEqual(filterNames.filter((name) => name !== 'channels')));

  it('keep what is not in the form', () => {
    const filter = { ...newFilterOf('channels'), other: 1, values_query: 'SELECT' };
    expect(setDimension(filter, 'type')).toMatchObject({ other: 1, values_query: 'SELECT' });
    expect(dimensionOf(setDimension(filter, 'type'))).toBe('type');
  });

  it('are left out of a content that has none', () =>
    expect(JSON.stringify(setFilters({ sections: [], available_filters: [] }, []))).toBe('{"sections":[]}'));
});
