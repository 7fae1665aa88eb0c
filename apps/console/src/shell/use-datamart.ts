import { useParams } from '@tanstack/react-router';
import { useConnectedUser, type Datamart, type Role } from '../session/connected-user.js';
import { covers } from '@tributary/contracts/rules/access/roles';
import { useOrganisations } from '../session/use-organisations.js';

interface DatamartContext {
  datamart: Datamart;
  datamart_id: string;
  organisation_id: string;
  /** Whether the user's role in the organisation of the datamart covers another one. What it does not cover is not shown. */
  may: (needed: Role) => boolean;
}

/** The datamart of the page's path, and what the user may do in it. Only below `/d/$datamart_id`. */
export function useDatamart(): DatamartContext {
  const { datamart_id } = useParams({ from: '/signed-in/d/$datamart_id' });
  const { datamarts } = useConnectedUser();
  const { roleAt } = useOrganisations();
  const datamart = datamarts.find(({ id }) => id === datamart_id);
  // The route of the page has checked it. The role may have ended since.
  if (!datamart) throw new Error(`You have no role in the organisation of datamart ${datamart_id} any more.`);
  // Without a role in its organisation only an admin of the community sees a datamart: no need to wait for the list.
  const role = roleAt(datamart.organisation_id) ?? 'COMMUNITY_ADMIN';
  return { datamart, datamart_id, organisation_id: datamart.organisation_id, may: (needed) => covers(role, needed) };
}
