import { Modal, Stack, Text, Title } from '@mantine/core';
import type { DrawnChart } from '@tributary/dashboards/content/dashboard-content';
import type { Source } from '@tributary/dashboards/datasets/source';
import { curlOf, type CurlRequest } from '@tributary/client/requests/curl';
import { JsonView, Snippet } from '../../components/snippet.js';
import { apiUrl } from '../../session/session.js';
import { useReportZone } from '../../time/instant.js';
import { bodyOf } from '../sources/source-query.js';

interface WhyDialogProps {
  chart: DrawnChart;
  sources: Source[];
  onClose: () => void;
}

/** Where the values of a chart come from: its dataset as stored, and the requests that were sent for it. */
export function WhyDialog({ chart, sources, onClose }: WhyDialogProps) {
  const timeZone = useReportZone();
  return (
    <Modal opened onClose={onClose} title={`The query of ${chart.title || chart.type}`} size="xl">
      <Stack>
        <Title order={3} size="h5">
          Dataset
        </Title>
        <JsonView value={datasetOf(chart)} label="the dataset" maxHeight={300} />
        <Title order={3} size="h5">
          Requests
        </Title>
        {sources.length === 0 && <Text c="dimmed">None: nothing of it can be computed here.</Text>}
        {sources.map((source, index) => (
          <Snippet
            key={source.key}
            text={curlOf({ apiUrl, ...requestOf(source, timeZone) })}
            label={`request ${index + 1} as curl`}
            maxHeight={220}
          />
        ))}
        <Text size="sm" c="dimmed">
          Dates are in the zone of the page, {timeZone}, unless a request names another. The filters of the page are
          part of the requests.
        </Text>
      </Stack>
    </Modal>
  );
}

const datasetOf = ({ raw }: DrawnChart): unknown =>
  typeof raw === 'object' && raw !== null && 'dataset' in raw ? raw.dataset : undefined;

function requestOf(source: Source, timeZone: string): Omit<CurlRequest, 'apiUrl'> {
  if (source.kind === 'data_file')
    return { method: 'GET', path: `/data_file/data?uri=${encodeURIComponent(source.uri)}` };
  const path =
    source.cube === 'activities'
      ? `/datamarts/${source.datamartId}/user_activities_analytics`
      : '/platform_monitoring/collections';
  return { method: 'POST', path, body: bodyOf(source, timeZone) };
}
