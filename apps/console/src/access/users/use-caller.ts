import { covers } from '@tributary/contracts/rules/access/roles';
import type { Asker } from '@tributary/contracts/rules/access/user-rights';
import { useConnectedUser } from '../../session/connected-user.js';
import { useOrganisations } from '../../session/use-organisations.js';

/** The user of the session, for the rules of `user-rights`. */
export function useCaller(): Asker {
  const { id } = useConnectedUser();
  const { roleAt } = useOrganisations();
  return { id, may: (organisation_id, needed) => covers(roleAt(organisation_id), needed) };
}
