import { describe, expect, it } from '@jest/globals';
import { chooseOrganisation } from './choose-organisation.js';

describe('the organisation of a new segment', () => {
  it.each<[string | undefined, string | undefined]>([
    ['3', undefined],
    [undefined, '3'],
    ['3', '3'],
  ])('with %s in the query and %s in the body is 3', (ofQuery, ofBody) =>
    expect(chooseOrganisation(ofQuery, ofBody)).toBe('3'),
  );

  it.each<[string | undefined, string | undefined, string]>([
    [undefined, undefined, 'BAD_REQUEST_DATA'],
    ['3', '4', 'CONSTRAINT_VIOLATION_EXCEPTION'],
  ])('with %s in the query and %s in the body is refused: %s', (ofQuery, ofBody, code) => {
    expect(() => chooseOrganisation(ofQuery, ofBody)).toThrow(/^organisation_id: /);
    expect(() => chooseOrganisation(ofQuery, ofBody)).toThrow(expect.objectContaining({ code }));
  });
});
