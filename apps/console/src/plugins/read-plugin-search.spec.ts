import { describe, expect, it } from '@jest/globals';
import { pluginTypes } from './plugin-types.js';
import { readPluginFilters } from './read-plugin-search.js';

describe('readPluginFilters', () => {
  it.each([
    [{}, {}],
    [{ plugin_type: 'ACTIVITY_ANALYZER' }, { plugin_type: 'ACTIVITY_ANALYZER' }],
    [{ plugin_type: 'NONSENSE' }, {}],
    [{ plugin_type: 'toString' }, {}],
    [
      { group_id: ' com.example ', artifact_id: 7 },
      { group_id: 'com.example', artifact_id: '7' },
    ],
    [{ group_id: ' ', artifact_id: ['x'] }, {}],
  ])('%j: %j', (search, filters) => expect(readPluginFilters(search)).toEqual(filters));
});

it('there are 16 types', () => expect(new Set(pluginTypes).size).toBe(16));
