import { describe, expect, it } from '@jest/globals';
import type { UserRole } from '@tributary/contracts/admin/access';
import { roles } from '@tributary/contracts/rules/access/roles';
import fc from 'fast-check';
import { Access } from './access.js';
import { commonRoles } from './common-roles.js';
import { DirectoryStore } from './directory.store.js';

const communities: Record<string, string> = { '1': 'a', '2': 'a', '3': 'a', '4': 'b' };
const directory = new DirectoryStore();
for (const [id, community_id] of Object.entries(communities))
  directory.apply({ kind: 'organisation', id, community_id });
const access = new Access(directory);

const anyRoles = fc.uniqueArray(
  fc.record({ organisation_id: fc.constantFrom(...Object.keys(communities)), role: fc.constantFrom(...roles) }),
  { selector: ({ organisation_id }) => organisation_id, maxLength: 4 },
);
const may = (held: UserRole[], organisation_id: string, needed: UserRole['role']) =>
  access.mayUseOrganisation({ user_id: '1', roles: held }, organisation_id, needed);

describe('commonRoles', () => {
  it('gives in each organisation what both lists give, no more and no less', () => {
    fc.assert(
      fc.property(anyRoles, anyRoles, (one, other) => {
        const common = commonRoles(one, other, (id) => directory.communityOf(id));
        for (const organisation_id of Object.keys(communities))
          for (const needed of roles)
            expect([needed, may(common, organisation_id, needed)]).toEqual([
              needed,
              may(one, organisation_id, needed) && may(other, organisation_id, needed),
            ]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of a list with itself is the list', () => {
    fc.assert(
      fc.property(anyRoles, (held) => {
        const common = commonRoles(held, held, (id) => directory.communityOf(id));
        for (const role of held) expect(common).toContainEqual(role);
      }),
    );
  });
});
