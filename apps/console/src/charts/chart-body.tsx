import { Text } from '@mantine/core';
import type { DrawnChart } from '@tributary/dashboards/content/dashboard-content';
import { describeMismatch, type ChartOptions } from '@tributary/dashboards/options/chart-options';
import type { Pick } from '@tributary/dashboards/queries/pick-value';
import type { Result } from '@tributary/dashboards/results/result';
import { formatMetric, formatShortMetric } from '@tributary/dashboards/values/format-value';
import classes from './charts.module.css';
import { describeBefore } from './describe-before.js';
import { Graphic } from './graphic.js';
import { describeUnsliceable } from './options/slices.js';
import { ResultTable } from './result-table.js';

interface ChartBodyProps {
  chart: DrawnChart;
  options: ChartOptions;
  result: Result;
  /** Shows the values instead of the picture. */
  asTable: boolean;
  /** The time zone of its keys, if they are dates. */
  dateZone: string | undefined;
  onPick: ((pick: Pick) => void) | undefined;
}

/** A chart whose data is there. */
export function ChartBody({ chart, options, result, asTable, dateZone, onPick }: ChartBodyProps) {
  const mismatch = describeMismatch(chart.type, result);
  if (mismatch && !asTable) return <ChartNotice>{mismatch}</ChartNotice>;
  if (result.kind === 'series' && result.points.length === 0)
    return <ChartNotice>No data for this period.</ChartNotice>;
  if (asTable || options.type === 'Table')
    return <ResultTable result={result} label={chart.title || 'Values'} onPick={onPick} />;
  if (result.kind === 'number') {
    const format = options.type === 'Metric' ? options.format : 'count';
    return (
      <div className={classes['number']} title={formatMetric(result, format)}>
        {formatShortMetric(result, format)}
        {result.before !== undefined && (
          <Text size="sm" c="dimmed">
            {describeBefore(result, format)}
          </Text>
        )}
      </div>
    );
  }
  if (options.type === 'Metric') return null;
  if (result.titles.length === 0)
    return <ChartNotice>{chart.type} draws values: the report has no metric. Its keys are in the table.</ChartNotice>;
  const unsliceable = options.type === 'Pie' ? describeUnsliceable(result.points) : undefined;
  if (unsliceable !== undefined) return <ChartNotice>{unsliceable}</ChartNotice>;
  return <Graphic chart={chart} options={options} result={result} dateZone={dateZone} onPick={onPick} />;
}

/** Why there is nothing to see. */
export function ChartNotice({ children }: { children: React.ReactNode }) {
  return (
    <div className={classes['notice']}>
      <Text c="dimmed" size="sm" ta="center" px="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}
