import type { TitleOrder } from '@mantine/core';
import type { Chart, DrawnChart } from '@tributary/dashboards/content/dashboard-content';
import { evaluate, rowsShown } from '@tributary/dashboards/datasets/evaluate';
import type { PageContext } from '@tributary/dashboards/datasets/page-context';
import { periodNoteOf } from '@tributary/dashboards/datasets/period-note';
import { sourcesOf, type SourceResults } from '@tributary/dashboards/datasets/source';
import { readXKey } from '@tributary/dashboards/options/read-options';
import { maxNames } from '@tributary/contracts/rules/reports/report-names';
import { isFailure } from '@tributary/dashboards/results/failure';
import { compare } from '@tributary/dashboards/datasets/compare';
import type { Pick } from '@tributary/dashboards/queries/pick-value';
import { useMemo, useState } from 'react';
import { ChartView } from '../../charts/chart-view.js';
import { useSourceResults } from '../sources/use-source-results.js';
import { WhyDialog } from './why-dialog.js';

interface DashboardChartProps<Shown extends Chart> {
  chart: Shown;
  context: PageContext;
  /** That of the period before, if it is compared. */
  before?: PageContext | undefined;
  onPick?: ((pick: Pick) => void) | undefined;
  order: TitleOrder;
  /** Default true. */
  hasMenu?: boolean | undefined;
}

/** A chart with its data. What fails stays in this chart. */
export function DashboardChart({ chart, ...props }: DashboardChartProps<Chart>) {
  if (chart.kind !== 'chart') return <ChartView chart={chart} order={props.order} />;
  return <LoadedChart chart={chart} {...props} />;
}

function LoadedChart({ chart, context, before, ...props }: DashboardChartProps<DrawnChart>) {
  const [isWhyOpen, setWhyOpen] = useState(false);
  const sources = useMemo(() => sourcesOf(chart.dataset, context), [chart, context]);
  const { results, staleFailure, readAgain } = useSourceResults(sources);
  const own = useMemo(() => evaluateChart(chart, context, results), [chart, context, results]);
  const compared = useResultBefore(chart, before);
  const result = useMemo(
    () => (own && compared && !isFailure(own) && !isFailure(compared) ? compare(own, compared) : own),
    [own, compared],
  );
  return (
    <>
      <ChartView
        chart={chart}
        result={result}
        periodNote={periodNoteOf(chart.dataset, context)}
        rows={rowsShown(chart.dataset, context, results)}
        staleFailure={staleFailure}
        onWhy={() => setWhyOpen(true)}
        onRetry={sources.length > 0 ? readAgain : undefined}
        {...props}
      />
      {isWhyOpen && <WhyDialog chart={chart} sources={sources} onClose={() => setWhyOpen(false)} />}
    </>
  );
}

const evaluateChart = (chart: DrawnChart, context: PageContext, results: SourceResults) =>
  evaluate(chart.dataset, context, results, {
    xKey: readXKey(chart.options).key,
    // A table has room for all of them.
    mostMetrics: chart.type === 'Table' ? maxNames : 1,
  });

/** The values of the period before; undefined without one, and for pies: both together would be no whole. */
function useResultBefore(chart: DrawnChart, before: PageContext | undefined) {
  const isCompared = before !== undefined && chart.type !== 'Pie';
  const sources = useMemo(() => (isCompared ? sourcesOf(chart.dataset, before) : []), [chart, before, isCompared]);
  const { results } = useSourceResults(sources);
  return useMemo(
    () => (isCompared && sources.length > 0 ? evaluateChart(chart, before, results) : undefined),
    [chart, before, isCompared, sources, results],
  );
}
