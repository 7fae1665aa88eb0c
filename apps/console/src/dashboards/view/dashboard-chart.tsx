import type { TitleOrder } from '@mantine/core';
import type { Chart, DrawnChart } from '@tributary/dashboards/content/dashboard-content';
import { evaluate, rowsShown } from '@tributary/dashboards/datasets/evaluate';
import type { PageContext } from '@tributary/dashboards/datasets/page-context';
import { sourcesOf } from '@tributary/dashboards/datasets/source';
import { readXKey } from '@tributary/dashboards/options/read-options';
import { maxNames } from '@tributary/dashboards/queries/report-names';
import { useMemo, useState } from 'react';
import { ChartView } from '../../charts/chart-view.js';
import { useSourceResults } from '../sources/use-source-results.js';
import { WhyDialog } from './why-dialog.js';

interface DashboardChartProps<Shown extends Chart> {
  chart: Shown;
  context: PageContext;
  order: TitleOrder;
}

/** A chart with its data. What fails stays in this chart. */
export function DashboardChart({ chart, context, order }: DashboardChartProps<Chart>) {
  if (chart.kind !== 'chart') return <ChartView chart={chart} order={order} />;
  return <LoadedChart chart={chart} context={context} order={order} />;
}

function LoadedChart({ chart, context, order }: DashboardChartProps<DrawnChart>) {
  const [isWhyOpen, setWhyOpen] = useState(false);
  const sources = useMemo(() => sourcesOf(chart.dataset, context), [chart, context]);
  const { results, staleFailure, readAgain } = useSourceResults(sources);
  const result = useMemo(
    () =>
      evaluate(chart.dataset, context, results, {
        xKey: readXKey(chart.options).key,
        // A table has room for all of them.
        mostMetrics: chart.type === 'Table' ? maxNames : 1,
      }),
    [chart, context, results],
  );
  return (
    <>
      <ChartView
        chart={chart}
        result={result}
        rows={rowsShown(chart.dataset, context, results)}
        staleFailure={staleFailure}
        onWhy={() => setWhyOpen(true)}
        onRetry={sources.length > 0 ? readAgain : undefined}
        order={order}
      />
      {isWhyOpen && <WhyDialog chart={chart} sources={sources} onClose={() => setWhyOpen(false)} />}
    </>
  );
}
