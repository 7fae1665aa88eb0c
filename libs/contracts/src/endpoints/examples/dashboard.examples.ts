export const aDashboard = {
  title: 'Visits of our shops',
  scopes: ['home'],
  segment_ids: [],
  builder_ids: [],
  archived: false,
  community_id: '1',
  organisation_id: '1',
};

export const aContent = {
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
              title: 'Visits per day',
              type: 'Bars',
              colors: ['#00A1DF'],
              dataset: {
                type: 'activities_analytics',
                query_json: { dimensions: [{ name: 'date_yyyy_mm_dd' }], metrics: [{ expression: 'sessions' }] },
              },
              options: { stacking: true },
            },
          ],
        },
      ],
    },
  ],
};
