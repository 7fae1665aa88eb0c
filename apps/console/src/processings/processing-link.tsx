import { getProcessingOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { useQuery } from '@tanstack/react-query';
import { AnchorLink } from '../components/links.js';
import { useDatamart } from '../shell/use-datamart.js';

/** A processing by its name, with its id under the pointer; a deleted one by its id. */
export function ProcessingLink({ processing_id }: { processing_id: string }) {
  const { datamart_id } = useDatamart();
  const { data } = useQuery({ ...getProcessingOptions({ path: { processing_id } }), staleTime: 60_000 });
  return (
    <AnchorLink to="/d/$datamart_id/processings" params={{ datamart_id }} title={processing_id}>
      {data?.data.name ?? `Processing ${processing_id}`}
    </AnchorLink>
  );
}
