import { getOrganisationOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { useQuery } from '@tanstack/react-query';
import { useDatamart } from './use-datamart.js';

/** The organisation of the page's datamart. */
export function useOrganisation() {
  const { organisation_id } = useDatamart();
  return useQuery({ ...getOrganisationOptions({ path: { organisation_id } }), select: ({ data }) => data });
}
