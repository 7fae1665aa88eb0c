import { Modal, Tabs } from '@mantine/core';
import type { ReportRequest } from '@tributary/client/generated/types.gen';
import { curlOf } from '@tributary/client/requests/curl';
import { JsonView, Snippet } from '../components/snippet.js';
import { apiUrl } from '../session/session.js';
import { useDatamart } from '../shell/use-datamart.js';
import { storedChart } from './report-chart.js';
import type { View } from './query/report.js';

interface ShareReportProps {
  request: ReportRequest;
  view: View;
  title: string;
  onClose: () => void;
}

/** The report for other places: a program, a terminal, the content of a dashboard that a program writes. */
export function ShareReport({ request, view, title, onClose }: ShareReportProps) {
  const { datamart_id } = useDatamart();
  const chart = storedChart(request, view, title);
  const path = `/datamarts/${datamart_id}/user_activities_analytics`;
  return (
    <Modal opened onClose={onClose} title="Use this report elsewhere" size="xl">
      <Tabs defaultValue="json" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="json">JSON</Tabs.Tab>
          <Tabs.Tab value="curl">curl</Tabs.Tab>
          <Tabs.Tab value="card">Chart of a dashboard</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="json" pt="md">
          <JsonView value={request} label="the request as JSON" />
        </Tabs.Panel>
        <Tabs.Panel value="curl" pt="md">
          <Snippet text={curlOf({ method: 'POST', apiUrl, path, body: request })} label="the request as curl" />
        </Tabs.Panel>
        <Tabs.Panel value="card" pt="md">
          <JsonView value={chart} label="the chart of a dashboard" />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
