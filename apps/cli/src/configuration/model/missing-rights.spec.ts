import { describe, expect, it } from '@jest/globals';
import { missingRights, rolesIn } from './missing-rights.js';

describe('the rights that a file needs', () => {
  const written = ['segments', 'datamart', 'segments', 'processings'] as const;

  it.each([
    ['READER', ['segments', 'datamart', 'processings']],
    ['EDITOR', ['datamart', 'processings']],
    ['ORGANISATION_ADMIN', ['processings']],
    ['COMMUNITY_ADMIN', []],
  ] as const)('of an %s lack %j', (role, lacking) =>
    expect(missingRights([role], written).map(({ path }) => path)).toEqual(lacking),
  );

  it('are all that a token without a role lacks', () => expect(missingRights([], ['segments'])).toHaveLength(1));

  it('are those in the organisation of the datamart, and of an administrator of its community', () => {
    const held = [
      { organisation_id: '1', role: 'READER' },
      { organisation_id: '2', role: 'ORGANISATION_ADMIN' },
    ] as const;
    expect(rolesIn('1', held)).toEqual(['READER']);
    expect(rolesIn('3', [...held, { organisation_id: '2', role: 'COMMUNITY_ADMIN' }])).toEqual(['COMMUNITY_ADMIN']);
  });
});
