import { getOrganisationOptions, listProcessingsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Processing } from '@tributary/client/generated/types.gen';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useDatamart } from '../../shell/use-datamart.js';
import { wholeList } from '../../components/paging.js';

/** The processings of the datamart's community. None while they are read, or if that fails: choices have their ids then. */
export function useProcessings(): { processings: Processing[]; nameOf: (id: string) => string | undefined } {
  const { organisation_id } = useDatamart();
  const organisation = useQuery(getOrganisationOptions({ path: { organisation_id } }));
  const community_id = organisation.data?.data.community_id;
  const options = listProcessingsOptions({ query: { community_id: community_id ?? '', ...wholeList } });
  const list = useQuery({ ...options, queryFn: community_id === undefined ? skipToken : options.queryFn });
  const processings = list.data?.data ?? [];
  return { processings, nameOf: (id) => processings.find((processing) => processing.id === id)?.name };
}
