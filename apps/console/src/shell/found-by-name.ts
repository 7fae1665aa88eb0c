import {
  listAudienceSegmentsOptions,
  listDashboardsOptions,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Datamart } from '../session/connected-user.js';

/** How long typing must rest before the server is asked. */
const settleMs = 200;
const most = 5;

/** The segments and dashboards of a datamart whose names have the words of a text. */
export function useFoundByName(datamart: Datamart | undefined, text: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const [keywords] = useDebouncedValue(text.trim(), settleMs);
  const enabled = datamart !== undefined && keywords !== '';
  const [organisation_id, datamart_id] = [datamart?.organisation_id ?? '', datamart?.id ?? ''];
  const page = { keywords, max_results: most };
  const segments = useQuery({
    ...listAudienceSegmentsOptions({ query: { organisation_id, datamart_id, ...page } }),
    enabled,
  });
  const dashboards = useQuery({
    ...listDashboardsOptions({ query: { organisation_id, archived: false, ...page } }),
    enabled,
  });
  if (!enabled) return [];
  return [
    ...(segments.data?.data ?? []).map(({ id, name }) => ({
      id: `segment-${id}`,
      label: `Segment ${name}`,
      keywords: text,
      onClick: () =>
        void navigate({ to: '/d/$datamart_id/segments/$segment_id', params: { datamart_id, segment_id: id } }),
    })),
    ...(dashboards.data?.data ?? []).map(({ id, title }) => ({
      id: `dashboard-${id}`,
      label: `Dashboard ${title}`,
      keywords: text,
      onClick: () =>
        void navigate({ to: '/d/$datamart_id/dashboards/$dashboard_id', params: { datamart_id, dashboard_id: id } }),
    })),
  ];
}
