// A content with a filter and charts of several types.

const report = (dimensions, metrics, more) => ({
  type: 'activities_analytics',
  query_json: {
    dimensions: dimensions.map((name) => ({ name })),
    metrics: metrics.map((expression) => ({ expression })),
    ...more,
  },
});

const card = (x, y, w, h, ...charts) => ({ x, y, w, h, charts });
const metric = (title, name, format) => ({ title, type: 'Metric', dataset: report([], [name]), options: { format } });

const byChannel = {
  technical_name: 'channels',
  title: 'Channels',
  multi_select: true,
  query_fragments: [
    {
      type: 'activities_analytics',
      fragment: [{ dimension_name: 'channel_id', operator: 'IN_LIST', expressions: [] }],
    },
  ],
};

const legend = { legend: { enabled: true, position: 'right' } };

export const dashboardContent = {
  available_filters: [byChannel],
  sections: [
    {
      title: 'At a glance',
      cards: [
        card(0, 0, 4, 2, metric('Users', 'users', 'count')),
        card(4, 0, 4, 2, metric('Sessions', 'sessions', 'count')),
        card(8, 0, 4, 2, metric('Revenue', 'revenue', 'float')),
        card(0, 2, 8, 4, {
          title: 'Sessions per day',
          type: 'Area',
          dataset: {
            type: 'format-dates',
            sources: [report(['date_yyyy_mm_dd'], ['sessions'])],
            date_options: { format: 'DD MMM' },
          },
        }),
        card(8, 2, 4, 4, {
          title: 'Devices',
          type: 'Pie',
          dataset: { type: 'to-percentages', sources: [report(['device_form_factor'], ['users'])] },
          options: legend,
        }),
        card(0, 6, 6, 4, {
          title: 'Sessions by channel and device',
          type: 'Bars',
          dataset: report(['channel_id', 'device_form_factor'], ['sessions']),
          options: { stacking: true, ...legend },
        }),
        card(6, 6, 6, 4, { title: 'Channels', type: 'Table', dataset: report(['channel_id'], ['users']) }),
      ],
    },
  ],
};
