import { Box, Grid, Paper } from '@mantine/core';
import { defaultColors } from '@tributary/dashboards/values/format-value';
import { readChart } from '@tributary/dashboards/content/read-chart';
import { useMemo } from 'react';
import { ChartView } from '../charts/chart-view.js';
import { EmptyState } from '../components/empty-state.js';
import { ResourceTable } from '../components/resource-table.js';
import { byCollection, byDay, growthOf, type CollectionCount } from '@tributary/dashboards/collections/collection-rows';
import { printGrowth } from './print-growth.js';

const numbers = new Intl.NumberFormat('en-US');

/** One for each collection: the usual colours are fewer, and would come twice. */
const colors = [...defaultColors, '#7f7f7f', '#b5651d'];

const chartOf = (title: string, dimensions: string[], options: object) =>
  readChart(
    {
      title,
      colors,
      type: 'Bars',
      options,
      dataset: {
        type: 'collection_volumes',
        query_json: { metrics: [{ expression: 'count' }], dimensions: dimensions.map((name) => ({ name })) },
      },
    },
    'collections',
  );

const dayChart = chartOf('By day', ['date_yyyy_mm_dd', 'collection'], {
  stacking: true,
  legend: { enabled: true, position: 'right' },
});
const collectionChart = chartOf('By collection, now', ['collection'], {});

/** The sizes of collections: over the days, now, and since yesterday. */
export function CollectionsView({ counts }: { counts: CollectionCount[] }) {
  const growth = useMemo(() => growthOf(counts), [counts]);
  const results = useMemo(() => ({ day: byDay(counts), collection: byCollection(growth) }), [counts, growth]);
  if (counts.length === 0)
    return (
      <EmptyState title="Not measured yet">
        Collections are measured when the platform starts, every hour after that, and when this page asks.
      </EmptyState>
    );
  return (
    <>
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Paper withBorder p="md">
            <Box h={320}>
              <ChartView chart={dayChart} result={results.day} />
            </Box>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Paper withBorder p="md">
            <Box h={320}>
              <ChartView chart={collectionChart} result={results.collection} />
            </Box>
          </Paper>
        </Grid.Col>
      </Grid>
      <ResourceTable
        label="Collections"
        rows={growth}
        rowKey={({ collection }) => collection}
        columns={[
          { header: 'Collection', cell: ({ collection }) => collection },
          { header: 'Elements', align: 'right', cell: ({ count }) => numbers.format(count) },
          { header: 'Since yesterday', align: 'right', cell: printGrowth },
        ]}
        empty={null}
      />
    </>
  );
}
