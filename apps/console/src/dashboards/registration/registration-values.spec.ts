import { describe, expect, it } from '@jest/globals';
import { bodyOf, describeScopes, valuesOf, type RegistrationValues } from './registration-values.js';

const values = (fields: Partial<RegistrationValues>): RegistrationValues => ({ ...valuesOf(undefined), ...fields });
const owner = { organisation_id: '1', community_id: '2' };

describe('a new dashboard', () => {
  it('is shown only in the list, until a user chooses more', () => expect(valuesOf(undefined).scopes).toEqual([]));
});

describe('bodyOf', () => {
  it('leaves out the ids of scopes that are not chosen', () =>
    expect(
      bodyOf(values({ title: ' Visits ', segment_ids: ['7'], builder_ids: ['8'], scopes: ['builders'] }), owner),
    ).toEqual({
      title: 'Visits',
      scopes: ['builders'],
      segment_ids: [],
      builder_ids: ['8'],
      archived: false,
      organisation_id: '1',
      community_id: '2',
    }));

  it('keeps the ids of those that are', () =>
    expect(bodyOf(values({ segment_ids: ['7'], scopes: ['segments'] }), owner)).toMatchObject({ segment_ids: ['7'] }));
});

describe('describeScopes', () => {
  it.each([
    [{ scopes: [] }, 'only in this list'],
    [{ scopes: ['home' as const] }, 'Home'],
    [{ scopes: ['home' as const, 'segments' as const] }, 'Home, all segments'],
    [{ scopes: ['segments' as const], segment_ids: ['1'] }, '1 segment'],
    [{ scopes: ['builders' as const], builder_ids: ['1', '2'] }, '2 builders'],
  ])('%j: %s', (fields, text) => expect(describeScopes(values(fields))).toBe(text));
});
