import { describe, expect, it } from '@jest/globals';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import { chooseOrganisation } from './choose-organisation.js';

const caller = (...roles: [organisation_id: string, role: Role][]): Caller => ({
  user_id: '1',
  roles: roles.map(([organisation_id, role]) => ({ organisation_id, role })),
});
const editor = caller(['12', 'READER'], ['10', 'EDITOR'], ['9', 'ORGANISATION_ADMIN']);

describe('the organisation of a new warehouse', () => {
  it.each<[string, string | undefined, string | undefined, string]>([
    ['is from the query', '10', undefined, '10'],
    ['is from the body', undefined, '10', '10'],
    ['may be in both', '10', '10', '10'],
    ['may be forbidden to the caller; the controller then refuses it', '77', undefined, '77'],
  ])('%s', (_case, ofQuery, ofBody, expected) => {
    expect(chooseOrganisation(editor, ofQuery, ofBody)).toBe(expected);
  });

  it('is otherwise that of the user, if the caller may write there', () => {
    expect(chooseOrganisation({ ...editor, organisation_id: '10' }, undefined, undefined)).toBe('10');
    const elsewhere = { ...caller(['12', 'READER'], ['9', 'EDITOR']), organisation_id: '12' };
    expect(chooseOrganisation(elsewhere, undefined, undefined)).toBe('9');
  });

  it.each([undefined, '12', '77'])('is asked for if there are several, and the user is of %s', (organisation_id) => {
    const user = { ...editor, ...(organisation_id !== undefined && { organisation_id }) };
    expect(() => chooseOrganisation(user, undefined, undefined)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST_DATA', message: expect.stringMatching(/^organisation_id: /) }),
    );
  });

  it('must be the same in query and body', () => {
    expect(() => chooseOrganisation(editor, '9', '10')).toThrow(
      expect.objectContaining({ code: 'CONSTRAINT_VIOLATION_EXCEPTION' }),
    );
  });

  it.each([
    ['that may only read', caller(['1', 'READER'])],
    ['without any role', caller()],
  ])('does not exist for a caller %s', (_case, reader) => {
    expect(() => chooseOrganisation(reader, undefined, undefined)).toThrow(
      expect.objectContaining({ code: 'AUTHORIZATION_ERROR' }),
    );
  });
});
