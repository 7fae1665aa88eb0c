import { useConnectedUser } from '../../session/connected-user.js';
import { useOrganisations } from '../../session/use-organisations.js';
import type { Caller } from './user-rights.js';

/** The user of the session, for the rules of `user-rights`. */
export function useCaller(): Caller {
  const { id } = useConnectedUser();
  const { roleAt } = useOrganisations();
  return { id, roleAt };
}
