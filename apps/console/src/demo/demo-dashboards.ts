import type { DashboardContent } from '@tributary/client/generated/types.gen';

type Chart = DashboardContent['sections'][number]['cards'][number]['charts'][number];

const report = (dimensions: string[], metrics: string[]) => ({
  type: 'activities_analytics',
  query_json: {
    dimensions: dimensions.map((name) => ({ name })),
    metrics: metrics.map((expression) => ({ expression })),
  },
});

const card = (x: number, y: number, w: number, h: number, chart: Chart) => ({ x, y, w, h, charts: [chart] });
const metric = (title: string, name: string): Chart => ({
  title,
  type: 'Metric',
  dataset: report([], [name]),
  options: { format: 'count' },
});
const legend = { legend: { enabled: true, position: 'right' } };

const visits: DashboardContent = {
  available_filters: [],
  sections: [
    {
      title: 'Visits',
      cards: [
        card(0, 0, 6, 2, metric('Users', 'users')),
        card(6, 0, 6, 2, metric('Sessions', 'sessions')),
        card(0, 2, 8, 4, {
          title: 'Sessions by day',
          type: 'Area',
          dataset: report(['date_yyyy_mm_dd'], ['sessions']),
        }),
        card(8, 2, 4, 4, {
          title: 'Devices',
          type: 'Pie',
          dataset: { type: 'to-percentages', sources: [report(['device_form_factor'], ['users'])] },
          options: legend,
        }),
        card(0, 6, 12, 4, {
          title: 'Where visits come from',
          type: 'Bars',
          dataset: report(['origin_channel'], ['sessions']),
        }),
      ],
    },
  ],
};

const shop: DashboardContent = {
  available_filters: [],
  sections: [
    {
      title: 'Shop',
      cards: [
        card(0, 0, 6, 2, metric('Transactions', 'number_of_transactions')),
        card(6, 0, 6, 2, metric('Revenue', 'revenue')),
        card(0, 2, 12, 4, { title: 'Revenue by day', type: 'Bars', dataset: report(['date_yyyy_mm_dd'], ['revenue']) }),
        card(0, 6, 12, 4, {
          title: 'Cities',
          type: 'Table',
          dataset: report(['location_city'], ['users', 'number_of_transactions', 'revenue']),
        }),
      ],
    },
  ],
};

/** The dashboards of the demo data, by their titles. */
export const demoDashboards: ReadonlyMap<string, DashboardContent> = new Map([
  ['Demo: visits', visits],
  ['Demo: shop', shop],
]);
