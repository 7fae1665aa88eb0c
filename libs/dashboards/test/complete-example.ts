/** The complete example of docs on dashboard contents, as a user stores it. */
export const completeExample = {
  sections: [
    {
      title: 'Visits',
      cards: [
        {
          x: 0,
          y: 0,
          w: 4,
          h: 5,
          layout: 'vertical',
          charts: [
            {
              title: 'Active users',
              type: 'Metric',
              dataset: {
                type: 'activities_analytics',
                query_json: { dimensions: [], metrics: [{ expression: 'users' }] },
              },
              options: { format: 'count' },
            },
            {
              title: 'Visits per day and channel',
              type: 'Bars',
              colors: ['#00A1DF', '#FD7C12'],
              dataset: {
                type: 'activities_analytics',
                query_json: {
                  dimensions: [{ name: 'date_yyyy_mm_dd' }, { name: 'channel_id' }],
                  dimension_filter_clauses: {
                    operator: 'OR',
                    filters: [{ dimension_name: 'type', operator: 'EXACT', expressions: ['SITE_VISIT'] }],
                  },
                  metrics: [{ expression: 'sessions' }],
                },
              },
              options: { stacking: true },
            },
          ],
        },
        {
          x: 4,
          y: 0,
          w: 8,
          h: 5,
          charts: [
            {
              title: 'Share of devices',
              type: 'Pie',
              dataset: {
                type: 'to-percentages',
                sources: [
                  {
                    type: 'activities_analytics',
                    query_json: { dimensions: [{ name: 'device_form_factor' }], metrics: [{ expression: 'users' }] },
                  },
                ],
              },
              options: { legend: { enabled: true, position: 'right' } },
            },
          ],
        },
      ],
    },
  ],
};
