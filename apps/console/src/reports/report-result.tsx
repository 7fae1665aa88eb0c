import { Box, Group, Stack, Switch, Text } from '@mantine/core';
import { RowsBadge } from '../charts/rows-badge.js';
import { pickInto } from '@tributary/dashboards/queries/pick-value';
import { useMemo } from 'react';
import { ChartView } from '../charts/chart-view.js';
import { EmptyState } from '../components/empty-state.js';
import { Instant } from '../time/instant.js';
import { comparedOf, drawnChart, resultOf, titleOf } from './report-chart.js';
import { engineRequestOf, type ReadReport } from './query/report-query.js';
import { LeftOut } from './left-out.js';
import { ReportTable } from './report-table.js';
import type { Report } from './query/report.js';

interface ReportResultProps {
  report: Report;
  read: ReadReport;
  /** Each metric over the whole period. */
  totals: ReadReport | undefined;
  /** The report of the period before, if it is compared. */
  before: ReadReport | undefined;
  onChange: (report: Report) => void;
}

const amounts = ['revenue', 'avg_transaction_amount', 'avg_revenue_per_user_point'];

/** A report that has been read, as a table or as a chart. */
export function ReportResult({ report, read, totals, before, onChange }: ReportResultProps) {
  const { view, shown, watermark, timeZone, period, request } = read;
  const dimensions = request.dimensions?.length ?? 0;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text size="sm" c="dimmed" component="div">
          {view.total_items} {view.total_items === 1 ? 'row' : 'rows'}
          {watermark !== undefined && (
            <>
              {' '}
              · complete to <Instant at={watermark} />
            </>
          )}
          {` · dates are ${timeZone}`}
        </Text>
        <RowsBadge rows={shown} />
        {report.view === 'Table' && (
          <Switch
            label="Share of the total"
            checked={report.share}
            onChange={({ currentTarget }) => onChange({ ...report, share: currentTarget.checked })}
          />
        )}
        {report.view !== 'Table' && report.metrics.length > 1 && (
          <Switch
            label="All metrics"
            checked={report.all}
            onChange={({ currentTarget }) => onChange({ ...report, all: currentTarget.checked })}
          />
        )}
      </Group>
      {period && <LeftOut period={period} timeZone={timeZone} />}
      {view.rows.length === 0 ? (
        <EmptyState title="No activity">
          Nothing of this period matches. Widen the period, or remove a filter. Activities are in reports a few seconds
          after they were received.
        </EmptyState>
      ) : report.view === 'Table' ? (
        <ReportTable
          view={view}
          dimensions={dimensions}
          order={report.order}
          totals={totals?.view}
          hasShares={report.share}
          onOrder={(order) => onChange({ ...report, order })}
        />
      ) : (
        <ReportChart report={report} read={read} before={before} onChange={onChange} />
      )}
      {view.rows.length > 0 && report.metrics.includes('users') && (
        <Text size="xs" c="dimmed">
          A report answers with numbers, not with the people behind them. By segment, each name leads to its members.
        </Text>
      )}
      {view.rows.length > 0 && report.metrics.some((metric) => amounts.includes(metric)) && (
        <Text size="xs" c="dimmed">
          Amounts are added up as they were sent: the platform knows no currency.
        </Text>
      )}
    </Stack>
  );
}

function ReportChart({ report, read, before, onChange }: Omit<ReportResultProps, 'totals'>) {
  const { view: type, all } = report;
  const { chart, result } = useMemo(() => {
    const request = engineRequestOf(read.request);
    const result = resultOf(request, read, all);
    // A pie of both would be no whole.
    const isCompared = before && type !== 'Pie' && read.shown === 'all' && before.shown === 'all';
    return {
      chart: drawnChart(read.request, type, titleOf(request, all)),
      result: isCompared ? comparedOf(result, resultOf(request, before, all), request) : result,
    };
  }, [read, before, type, all]);
  return (
    <Box h={420}>
      <ChartView
        key={type}
        chart={chart}
        result={result}
        order={2}
        onPick={(pick) => onChange(pickInto(report, pick))}
      />
    </Box>
  );
}
