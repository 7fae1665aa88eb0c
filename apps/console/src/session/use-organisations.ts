import { listOrganisationsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { useQuery } from '@tanstack/react-query';
import { readAgainAfterMs, useConnectedUser } from './connected-user.js';
import { roleAt } from './permissions.js';
import { wholeList } from '../components/paging.js';

/** The organisations that the user sees, by name, and its role in each. */
export function useOrganisations() {
  const { roles } = useConnectedUser();
  const query = useQuery({
    ...listOrganisationsOptions({ query: wholeList }),
    // Every page asks for roles: it must not be read with each of them.
    staleTime: readAgainAfterMs,
  });
  const organisations = query.data?.data ?? [];
  return {
    query,
    organisations,
    /** Its id, while its name is not known. */
    nameOf: (organisation_id: string) =>
      organisations.find(({ id }) => id === organisation_id)?.name ?? `Organisation ${organisation_id}`,
    roleAt: (organisation_id: string) => roleAt(roles, organisations, organisation_id),
  };
}
