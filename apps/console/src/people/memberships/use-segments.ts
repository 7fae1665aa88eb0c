import { listAudienceSegmentsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { AudienceSegment } from '@tributary/client/generated/types.gen';
import { useQuery } from '@tanstack/react-query';
import { useDatamart } from '../../shell/use-datamart.js';

const most = 500;

/** The registered segments of the datamart. None while they are read, or if that fails: memberships have their ids then. */
export function useSegments(): { segments: AudienceSegment[]; nameOf: (id: string) => string | undefined } {
  const { datamart_id, organisation_id } = useDatamart();
  const list = useQuery(listAudienceSegmentsOptions({ query: { organisation_id, datamart_id, max_results: most } }));
  const segments = list.data?.data ?? [];
  return { segments, nameOf: (id) => segments.find((segment) => segment.id === id)?.name };
}
