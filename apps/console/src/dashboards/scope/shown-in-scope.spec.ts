import { describe, expect, it } from '@jest/globals';
import type { DashboardRegistration } from '@tributary/client/generated/types.gen';
import { isShownIn, type ShownScope } from './shown-in-scope.js';

const aRegistration = (fields: Partial<DashboardRegistration>): DashboardRegistration => ({
  id: '1',
  title: 'Visits',
  scopes: ['home', 'segments'],
  segment_ids: [],
  builder_ids: [],
  archived: false,
  community_id: '1',
  organisation_id: '1',
  created_ts: 0,
  created_by: '1',
  last_modified_ts: 0,
  last_modified_by: '1',
  ...fields,
});

const home: ShownScope = { scope: 'home' };
const segment: ShownScope = { scope: 'segments', segment_id: '7' };

describe('isShownIn', () => {
  it.each([
    [{}, home, true],
    [{ scopes: ['segments' as const] }, home, false],
    [{ archived: true }, home, false],
    [{}, segment, true],
    [{ segment_ids: ['7', '8'] }, segment, true],
    [{ segment_ids: ['8'] }, segment, false],
    [{ segment_ids: ['8'] }, home, true],
    [{ scopes: ['builders' as const] }, segment, false],
    [{ archived: true }, segment, false],
  ])('%j in %j: %s', (fields, scope, expected) => expect(isShownIn(aRegistration(fields), scope)).toBe(expected));
});
