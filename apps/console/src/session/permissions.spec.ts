import { describe, expect, it } from '@jest/globals';
import { roleAt } from './permissions.js';

/** Community 1 has organisations 1 and 2, community 2 has organisation 3. */
const organisations = [
  { id: '1', community_id: '1' },
  { id: '2', community_id: '1' },
  { id: '3', community_id: '2' },
];
const admin = [
  { organisation_id: '1', role: 'COMMUNITY_ADMIN' as const },
  { organisation_id: '2', role: 'READER' as const },
];

describe('roleAt', () => {
  it.each([
    ['the organisation of an admin', admin, '1', 'COMMUNITY_ADMIN'],
    ['a sister organisation, with a lower role there', admin, '2', 'COMMUNITY_ADMIN'],
    ['an organisation of another community', admin, '3', undefined],
    ['an unknown organisation', admin, '4', undefined],
    ['an ordinary role', [{ organisation_id: '3', role: 'EDITOR' as const }], '3', 'EDITOR'],
    [
      'a sister organisation of an organisation admin',
      [{ organisation_id: '1', role: 'ORGANISATION_ADMIN' as const }],
      '2',
      undefined,
    ],
  ])('in %s', (_case, held, organisation_id, role) => expect(roleAt(held, organisations, organisation_id)).toBe(role));
});
