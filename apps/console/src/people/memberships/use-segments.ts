import { listAudienceSegmentsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { AudienceSegment } from '@tributary/client/generated/types.gen';
import { useQuery } from '@tanstack/react-query';
import { useDatamart } from '../../shell/use-datamart.js';
import { wholeList } from '../../components/paging.js';

/** The registered segments of the datamart. None while they are read, or if that fails: memberships have their ids then. */
export function useSegments(): { segments: AudienceSegment[]; nameOf: (id: string) => string | undefined } {
  const { datamart_id, organisation_id } = useDatamart();
  const list = useQuery(listAudienceSegmentsOptions({ query: { organisation_id, datamart_id, ...wholeList } }));
  const segments = list.data?.data ?? [];
  return { segments, nameOf: (id) => segments.find((segment) => segment.id === id)?.name };
}
