import { listCompartmentsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { useQuery } from '@tanstack/react-query';
import { wholeList } from '../components/paging.js';

/** The registered compartments of a datamart, for their names. They change rarely. */
export const useCompartments = (datamart_id: string, enabled = true) =>
  useQuery({ ...listCompartmentsOptions({ path: { datamart_id }, query: wholeList }), staleTime: 60_000, enabled });
