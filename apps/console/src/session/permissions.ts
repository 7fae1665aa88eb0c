import type { Organisation } from '@tributary/client/generated/types.gen';
import type { Role } from './connected-user.js';

type Held = readonly { organisation_id: string; role: Role }[];
type Tenants = readonly Pick<Organisation, 'id' | 'community_id'>[];

/** The role that counts in an organisation: an admin of a community is one in all of its organisations. */
export function roleAt(held: Held, organisations: Tenants, organisation_id: string): Role | undefined {
  const communityOf = (id: string) => organisations.find((one) => one.id === id)?.community_id;
  const community_id = communityOf(organisation_id);
  const isAdmin = held.some(
    (one) =>
      one.role === 'COMMUNITY_ADMIN' && community_id !== undefined && communityOf(one.organisation_id) === community_id,
  );
  return isAdmin ? 'COMMUNITY_ADMIN' : held.find((one) => one.organisation_id === organisation_id)?.role;
}
