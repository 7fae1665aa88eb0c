import { describe, expect, it } from '@jest/globals';
import { UserProfileQuery } from './user-profile.js';

describe("the query of a profile's PUT", () => {
  it.each([
    [{}, 'PARTIAL_UPDATE', false],
    [{ merge_objects: 'true' }, 'PARTIAL_UPDATE', true],
    [{ merge_objects: 'true', force_replace: 'false' }, 'PARTIAL_UPDATE', true],
    [{ force_replace: 'true' }, 'FORCE_REPLACE', false],
    [{ force_replace: 'true', merge_objects: 'true' }, 'FORCE_REPLACE', false],
    [{ update_strategy: 'PARTIAL_UPDATE', force_replace: 'true' }, 'PARTIAL_UPDATE', false],
    [{ update_strategy: 'PARTIAL_UPDATE', force_replace: 'true', merge_objects: 'true' }, 'PARTIAL_UPDATE', false],
    [{ update_strategy: 'PARTIAL_UPDATE', merge_objects: 'true' }, 'PARTIAL_UPDATE', true],
  ])('%j means %s, merging: %s', (query, strategy, mergeObjects) =>
    expect(UserProfileQuery.parse(query)).toEqual({ strategy, mergeObjects }),
  );
});
