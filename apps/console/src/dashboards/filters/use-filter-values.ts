import {
  listAudienceSegmentsOptions,
  listChannelsOptions,
  listOrganisationsOptions,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { FilterName } from '@tributary/dashboards/content/dashboard-content';
import {
  filterValuesRequest,
  readFilterValues,
  readListedValues,
  type FilterValue,
} from '@tributary/dashboards/filters/filter-values';
import type { ReportSource } from '@tributary/dashboards/datasets/source';
import { useQuery } from '@tanstack/react-query';
import { useReportZone } from '../../time/instant.js';
import { sourceOptions } from '../sources/source-query.js';
import { wholeList } from '../../components/paging.js';
import { useCompartments } from '../../words/use-resource-names.js';

interface FilterValues {
  /** Undefined while they are read. */
  values: FilterValue[] | undefined;
  failure: unknown;
}

interface OfDatamart {
  datamart_id: string;
  organisation_id: string;
}

const query = wholeList;

/** The values that a filter offers. Its `values_query` is never run (dashboard-content: filters). */
export function useFilterValues(name: FilterName, { datamart_id, organisation_id }: OfDatamart): FilterValues {
  const request = filterValuesRequest(name);
  const source = sourceOptions(reportSource(datamart_id, request), useReportZone());
  const report = useQuery({ ...source, enabled: request.kind === 'report' });
  const path = { datamart_id };
  const organisations = useQuery({ ...listOrganisationsOptions({ query }), enabled: name === 'organisations' });
  const compartments = useCompartments(datamart_id, name === 'compartments');
  // Their names only: a report without them is still of use.
  const channels = useQuery({ ...listChannelsOptions({ path, query }), enabled: name === 'channels' });
  const segments = useQuery({
    ...listAudienceSegmentsOptions({ query: { ...query, organisation_id, datamart_id } }),
    enabled: name === 'segments',
  });
  if (request.kind === 'organisations') return listed(organisations);
  if (request.kind === 'compartments') return listed(compartments);
  const named = [...(channels.data?.data ?? []), ...(segments.data?.data ?? [])];
  const nameOf = (id: string) => named.find((each) => each.id === id)?.name;
  const view = report.data?.kind === 'report' ? report.data.view : undefined;
  return { values: view && readFilterValues(view, nameOf), failure: report.error };
}

function reportSource(datamartId: string, request: ReturnType<typeof filterValuesRequest>): ReportSource {
  const body = request.kind === 'report' ? request.request : { metrics: [], dimensions: [], date_ranges: [] };
  return {
    kind: 'report',
    key: JSON.stringify(['values', datamartId, body]),
    cube: 'activities',
    datamartId,
    request: body,
  };
}

interface ReadList {
  data: { data: Parameters<typeof readListedValues>[0] } | undefined;
  error: unknown;
}

const listed = ({ data, error }: ReadList) => ({ values: data && readListedValues(data.data), failure: error });
