import { Badge, Group, Skeleton, Text, Title, type TitleOrder } from '@mantine/core';
import type { Chart } from '@tributary/dashboards/content/dashboard-content';
import { readOptions } from '@tributary/dashboards/options/read-options';
import { isFailure, type Failure } from '@tributary/dashboards/results/failure';
import type { Result } from '@tributary/dashboards/results/result';
import type { Pick } from '@tributary/dashboards/queries/pick-value';
import { nameKeys } from '@tributary/dashboards/results/name-keys';
import { useMemo, useState } from 'react';
import { ChartBody, ChartNotice } from './chart-body.js';
import { ChartMenu } from './chart-menu.js';
import { useValueNames } from '../words/use-value-names.js';
import classes from './charts.module.css';
import { dateZoneOf } from './date-zone-of.js';
import { RequestFailure } from '@tributary/client/request-failure';
import { FailureNotice } from '../components/failure-notice.js';
import { RowsBadge } from './rows-badge.js';
import type { PeriodNote } from '@tributary/dashboards/datasets/period-note';
import type { Rows } from '@tributary/dashboards/reports/read-whole-report';
import { useReportZone } from '../time/instant.js';

/** Says of a chart that it does not show the period that its author gave it, or not that of the page. */
function PeriodBadge({ note }: { note: PeriodNote | undefined }) {
  if (!note) return null;
  const [name, meaning] = wordsOf(note);
  return (
    <Badge variant="default" tt="none" title={meaning}>
      {name}
    </Badge>
  );
}

const wordsOf = (note: PeriodNote): [name: string, meaning: string] =>
  note.kind === 'replaced'
    ? [
        'period of the page',
        `This chart's own period is ${note.own.start_date} to ${note.own.end_date}. The period of the page counts instead.`,
      ]
    : ['no period', 'The values of this chart are those of a file: the period of the page does not change them.'];

interface ChartViewProps {
  chart: Chart;
  /** From `evaluate` of the engine. Not needed for a chart that is a reference or broken. */
  result?: Result | Failure | undefined;
  /** The rows that it draws of a report that has more. */
  rows?: Rows;
  /** That its period is another one than that of its dataset, or of the page. */
  periodNote?: PeriodNote | undefined;
  /** Opens the query of the chart. */
  onWhy?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
  /** The failure of a refresh: the previous values are still shown. */
  staleFailure?: Error | undefined;
  /** Level of the title. */
  order?: TitleOrder;
  /** Default true. */
  hasMenu?: boolean | undefined;
  /** A key of the chart was chosen. */
  onPick?: ((pick: Pick) => void) | undefined;
}

/** A chart of a dashboard, or what keeps it from being drawn. As high as the element around it, unless its options say. */
export function ChartView(props: ChartViewProps) {
  const { chart, result, rows = 'all', periodNote, onWhy, onRetry, staleFailure, order = 3, onPick } = props;
  const { hasMenu = true } = props;
  const [asTable, setTable] = useState(false);
  const pageZone = useReportZone();
  const dateZone = chart.kind === 'chart' ? dateZoneOf(chart.dataset, pageZone) : undefined;
  const options = useMemo(() => (chart.kind === 'chart' ? readOptions(chart.type, chart.options) : undefined), [chart]);
  const shown = result && !isFailure(result) ? result : undefined;
  const valueName = useValueNames(shown?.kind === 'series' ? (shown.levels ?? []) : []);
  const named = useMemo(() => shown && nameKeys(shown, valueName), [shown, valueName]);
  const title = chart.title || (chart.kind === 'chart' ? chart.type : 'Chart');
  const isPicture = shown !== undefined && !asTable && chart.kind === 'chart' && chart.type !== 'Table';
  const hasAxis = isPicture && (chart.type === 'Bars' || chart.type === 'Line' || chart.type === 'Area');
  const height = options && 'height' in options ? options.height : undefined;
  return (
    <article className={classes['chart']} aria-label={title} style={height ? { height, flex: 'none' } : undefined}>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        {chart.title ? (
          <Title order={order} size="h6" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {chart.title}
          </Title>
        ) : (
          <span />
        )}
        <Group gap={4} wrap="nowrap">
          {shown && dateZone !== undefined && !hasAxis && (
            <Text size="xs" c="dimmed">
              {dateZone}
            </Text>
          )}
          {shown && staleFailure && (
            <Badge color="red" tt="none" title={staleFailure.message}>
              not refreshed
            </Badge>
          )}
          <PeriodBadge note={shown && periodNote} />
          <RowsBadge rows={rows} />
          {hasMenu && chart.kind === 'chart' && (
            <ChartMenu
              title={title}
              result={shown}
              asTable={asTable}
              dateZone={dateZone}
              nameOf={valueName}
              onToggle={chart.type === 'Table' ? undefined : () => setTable(!asTable)}
              onWhy={onWhy}
              onRetry={onRetry}
            />
          )}
        </Group>
      </Group>
      {/* Focusable, so that keys can scroll it. A picture does not scroll. */}
      <div className={classes['body']} tabIndex={isPicture ? undefined : 0}>
        {chart.kind === 'reference' && <ChartNotice>Shared chart {chart.chartId}, not available here.</ChartNotice>}
        {chart.kind === 'broken' && <ChartNotice>This chart cannot be drawn: {chart.reason}.</ChartNotice>}
        {chart.kind === 'chart' && result && isFailure(result) && <ChartFailure failure={result} onRetry={onRetry} />}
        {chart.kind === 'chart' && options && shown && (
          <ChartBody
            chart={chart}
            options={options}
            result={named ?? shown}
            asTable={asTable}
            dateZone={dateZone}
            onPick={onPick}
          />
        )}
        {chart.kind === 'chart' && !result && <Skeleton flex={1} />}
      </div>
    </article>
  );
}

/** A chart without data: still loading, refused by the server, or of a kind that is not computed here. */
function ChartFailure({ failure, onRetry }: { failure: Failure; onRetry?: (() => void) | undefined }) {
  if (failure.reason === 'pending') return <Skeleton flex={1} aria-busy="true" aria-label="Loading" role="status" />;
  if (failure.reason !== 'source') return <ChartNotice>{failure.message}</ChartNotice>;
  // The notice shows the id under which the server's logs hold it.
  const shown = new RequestFailure(failure.message, { error_id: failure.errorId });
  return <FailureNotice failure={shown} onRetry={onRetry} title="The data could not be read" />;
}
