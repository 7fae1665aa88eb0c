import { Box, Button, Group, Paper, SegmentedControl, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Page } from '../components/page.js';
import { FailureNotice } from '../components/failure-notice.js';
import { RowsSkeleton } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { problemOfFailure } from './query/field-problem-at.js';
import { problemsOf, requestOf } from '@tributary/dashboards/queries/query';
import { AddToDashboardDialog } from './add-to-dashboard.js';
import { Totals } from './compare/totals.js';
import { useComparison } from './compare/use-comparison.js';
import { QueryFields } from './query/query-fields.js';
import { reportOptions } from './query/report-query.js';
import { ReportResult } from './report-result.js';
import { storedChart, titleOf } from './report-chart.js';
import { views } from './query/report.js';
import { rowsToCsv } from '@tributary/dashboards/queries/rows-to-csv';
import { fileNameOf } from '../charts/download-csv.js';
import { saveFile } from '../components/save-file.js';
import { SavedReportsButton } from './saved/saved-reports-button.js';
import { ShareReport } from './share-report.js';
import { useReportZone } from '../time/instant.js';
import { useNow } from '../time/use-now.js';
import { useValueNames } from '../words/use-value-names.js';
import { settleMs, useReport } from './use-report.js';

export function ReportsPage() {
  const { datamart_id, may } = useDatamart();
  const [report, setReport] = useReport();
  const [opened, setOpened] = useState<'share' | 'add'>();
  const now = useNow(Date, 10_000);
  const timeZone = useReportZone();
  const request = { ...requestOf(report), time_zone: timeZone };
  const clock = { now, timeZone };
  const problems = problemsOf(report, clock);
  const [settled] = useDebouncedValue(JSON.stringify(request), settleMs);
  const isSettled = settled === JSON.stringify(request);
  const isValid = problems.length === 0;
  const query = useQuery({ ...reportOptions(datamart_id, request), enabled: isValid && isSettled });
  const comparison = useComparison({ request, clock, isCompared: report.compare, isReady: isValid && isSettled });
  const failed = isSettled && isValid ? query.error : null;
  const shown = isValid && !failed ? query.data : undefined;
  const nameOf = useValueNames(shown?.view.columns_headers ?? []);
  const title = titleOf(request);
  const close = () => setOpened(undefined);
  const actions = (
    <>
      <SavedReportsButton report={report} onOpen={setReport} />
      <Button
        variant="default"
        disabled={!shown}
        onClick={() =>
          shown &&
          saveFile(
            `${fileNameOf(title)}.csv`,
            rowsToCsv(shown.view, { bom: true, timeZone: shown.timeZone, nameOf }),
            'text/csv',
          )
        }
      >
        CSV
      </Button>
      <Button variant="default" disabled={!isValid} onClick={() => setOpened('share')}>
        Share
      </Button>
      {may('EDITOR') && (
        <Button variant="default" disabled={!isValid} onClick={() => setOpened('add')}>
          Add to dashboard
        </Button>
      )}
    </>
  );
  return (
    <Page
      title="Reports"
      description="Counts of activities by any dimension, exact, of the last 4 months. The address keeps the report."
      actions={actions}
    >
      <Paper withBorder p="md">
        <QueryFields
          cube="activities"
          query={report}
          problems={[...problems, ...problemOfFailure(failed)]}
          clock={clock}
          onChange={(query) => setReport({ ...report, ...query })}
        />
      </Paper>
      <Group>
        <SegmentedControl
          aria-label="Shown as"
          data={[...views]}
          value={report.view}
          onChange={(view) => setReport({ ...report, view })}
        />
        <Switch
          label="Compare with the period before"
          checked={report.compare}
          onChange={({ currentTarget }) => setReport({ ...report, compare: currentTarget.checked })}
        />
      </Group>
      {failed && <FailureNotice failure={failed} onRetry={() => void query.refetch()} />}
      {comparison.failure && !failed && (
        <FailureNotice failure={comparison.failure} onRetry={comparison.retry} title="The totals could not be read" />
      )}
      {shown && <Totals comparison={comparison} isCompared={report.compare} />}
      {shown && (
        <Box component="section" aria-label="Result" opacity={query.isPlaceholderData ? 0.6 : 1}>
          <ReportResult
            report={report}
            read={shown}
            totals={comparison.totals}
            before={comparison.before?.report}
            onChange={setReport}
          />
        </Box>
      )}
      {!shown && !failed && isValid && <RowsSkeleton />}
      {opened === 'share' && <ShareReport {...{ request, view: report.view, title }} onClose={close} />}
      {opened === 'add' && <AddToDashboardDialog chart={storedChart(request, report.view, title)} onClose={close} />}
    </Page>
  );
}
