import { listDocumentImportsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { useQuery } from '@tanstack/react-query';
import { pageFromEnd } from '../components/paging.js';
import { useDatamart } from '../shell/use-datamart.js';

/** A page of the imports, the newest first: the server has them by their ids, and says how many there are. */
export function useNewestImports(page: number) {
  const { datamart_id } = useDatamart();
  const path = { datamart_id };
  const oldest = useQuery(listDocumentImportsOptions({ path, query: { max_results: 1 } }));
  const total = oldest.data?.total ?? 0;
  const query = pageFromEnd(page, total);
  const hasRows = query.max_results > 0;
  const listed = useQuery({
    ...listDocumentImportsOptions({ path, query }),
    enabled: hasRows,
    select: (answer) => ({ data: answer.data.toReversed(), total: answer.total }),
  });
  if (hasRows) return listed;
  return { ...oldest, data: oldest.data && { data: [], total } };
}
