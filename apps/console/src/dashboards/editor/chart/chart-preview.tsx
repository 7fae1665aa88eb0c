import { readChart } from '@tributary/dashboards/content/read-chart';
import type { PageContext } from '@tributary/dashboards/datasets/page-context';
import type { TitleOrder } from '@mantine/core';
import { useMemo } from 'react';
import { DashboardChart } from '../../view/dashboard-chart.js';
import type { StoredChart } from '../content/edit-content.js';

interface ChartPreviewProps {
  chart: StoredChart;
  context: PageContext;
  /** Level of its title. */
  order: TitleOrder;
  hasMenu?: boolean;
}

/** A stored chart with its data, as the dashboard draws it. */
export function ChartPreview({ chart, context, order, hasMenu }: ChartPreviewProps) {
  const read = useMemo(() => readChart(chart, 'preview'), [chart]);
  return <DashboardChart chart={read} context={context} order={order} hasMenu={hasMenu} />;
}
