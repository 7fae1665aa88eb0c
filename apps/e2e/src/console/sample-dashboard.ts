/** Writes the text of a field. `long`: the field takes a long text. */
export type Write = (field: string, long?: 'long') => string;

type Chart = Record<string, unknown>;

/** A dashboard with a chart of each type, datasets of each kind, and charts that cannot be drawn. */
export const sampleDashboard = (write: Write) => ({
  sections: [
    {
      title: write('section'),
      cards: [
        card(0, 0, {
          title: write('metric', 'long'),
          type: 'Metric',
          dataset: report([]),
          options: { format: 'count' },
        }),
        card(4, 0, {
          ...named('bars', write),
          dataset: report(['date_yyyy_mm_dd', 'channel_id']),
          options: optionsOf(write),
        }),
        card(8, 0, { ...named('pie', write), dataset: percentagesOf('device_form_factor') }),
        card(0, 4, { ...named('radar', write), dataset: report(['device_brand']) }),
        card(4, 4, {
          ...named('area', write),
          dataset: report(['date_yyyy_mm_dd']),
          options: { xKey: write('x key') },
        }),
        card(8, 4, { ...named('line', write), dataset: report(['date_yyyy_mm_dd']) }),
        card(0, 8, { ...named('table', write), dataset: report(['type', 'channel_id']) }),
        card(4, 8, { ...named('bars', write), dataset: listOf(write) }),
        card(8, 8, {
          ...named('pie', write),
          dataset: { type: 'data_file', uri: write('uri'), JSON_path: write('path') },
        }),
        card(0, 12, { ...named('line', write), dataset: { type: write('dataset'), query_text: write('query') } }),
        card(4, 12, { ...named('table', write), dataset: { type: write('broken'), sources: [report([])] } }),
        card(8, 12, { chart_id: write('reference') }),
      ],
    },
  ],
  available_filters: [
    {
      technical_name: 'channels',
      title: write('filter'),
      values_retrieve_method: 'query',
      values_query: write('values query'),
      multi_select: true,
      query_fragments: [
        {
          type: 'activities_analytics',
          fragment: [{ dimension_name: 'channel_id', operator: 'IN_LIST', expressions: ['0'] }],
        },
      ],
    },
  ],
  [write('unknown')]: write('unknown value'),
});

const card = (x: number, y: number, chart: Chart) => ({ x, y, w: 4, h: 4, charts: [chart] });

const named = (type: string, write: Write): Chart => ({ type, title: write(type), colors: ['#00A1DF'] });

const optionsOf = (write: Write) => ({
  stacking: true,
  tooltip: { format: write('tooltip') },
  legend: { enabled: true, position: write('position') },
  data_labels: { enabled: true, format: write('label') },
  height: write('height'),
});

const report = (dimensions: string[], more: Chart = {}) => ({
  type: 'activities_analytics',
  query_json: { dimensions: dimensions.map((name) => ({ name })), metrics: [{ expression: 'users' }] },
  ...more,
});

const percentagesOf = (dimension: string) => ({ type: 'to-percentages', sources: [report([dimension])] });

const listOf = (write: Write) => ({
  type: 'to-list',
  sources: [report([], { series_title: write('series') }), report([], { series_title: write('series 2') })],
});
