/* Contents that the server accepts or refuses (PUT /dashboards/{id}/content), for every place that validates them. */

const aChart = (difference: object = {}) => ({
  title: 'Visits',
  type: 'Pie',
  colors: ['#00A1DF', '#fd7c12'],
  dataset: { type: 'activities_analytics', query_json: { metrics: [{ expression: 'users' }] } },
  options: { legend: { enabled: true } },
  ...difference,
});
const aCard = (difference: object = {}) => ({ x: 0, y: 0, w: 4, h: 5, charts: [aChart()], ...difference });
const withCard = (card: unknown) => ({ sections: [{ title: 'One', cards: [card] }] });
const withChart = (difference: object = {}) => withCard(aCard({ charts: [aChart(difference)] }));

const filtered = (filter: object) => ({ sections: [], available_filters: [filter] });
const nested = (levels: number): unknown => (levels === 0 ? {} : { below: nested(levels - 1) });

export const validContents: [description: string, content: unknown][] = [
  ['no sections', { sections: [] }],
  ['a section without cards and title', { sections: [{ cards: [] }] }],
  ['a section whose title is null', { sections: [{ title: null, cards: [] }] }],
  ['a card without charts', withCard(aCard({ charts: [] }))],
  ['a card beyond the grid', withCard(aCard({ x: 12, w: 13 }))],
  ['the largest card', withCard(aCard({ x: 1_000, y: 1_000, w: 1_000, h: 1_000 }))],
  ['a vertical layout', withCard(aCard({ layout: 'vertical' }))],
  ['no layout', withCard(aCard({ layout: null }))],
  ['a chart without title, colors and options', withChart({ title: undefined, colors: undefined, options: undefined })],
  ['a chart whose title, colors and options are null', withChart({ title: null, colors: null, options: null })],
  ...['Pie', 'BARS', 'radar', 'mEtRiC', 'Area', 'Line', 'table'].map((type): [string, unknown] => [
    `a chart of the type ${type}`,
    withChart({ type }),
  ]),
  ['an empty title of a chart', withChart({ title: '' })],
  ['a dataset whose type is no text', withChart({ dataset: { type: 1 } })],
  ['filters', { sections: [], available_filters: [{ technical_name: 'segments' }] }],
  ['no filters', { sections: [], available_filters: null }],
  ['unknown fields', { ...withCard({ ...aCard(), mood: 1 }), version: 2 }],
  ['a dataset of an unknown type', withChart({ dataset: { type: 'JOIN', sources: 5 } })],
  ['a dataset without type', withChart({ dataset: {} })],
  ['a chart that is a reference', withCard(aCard({ charts: [{ chart_id: '7' }] }))],
  ['a reference by number', withCard(aCard({ charts: [{ chart_id: 7, id: 'x' }] }))],
  ['a reference with a type and a dataset', withChart({ chart_id: '7' })],
  ['32 levels', { sections: [], extra: nested(30) }],
];

const card = 'sections[0].cards[0]';
const chart = `${card}.charts[0]`;

/** With the path of the one problem. */
export const invalidContents: [description: string, content: unknown, path: string][] = [
  ['a list', [], ''],
  ['null', null, ''],
  ['no sections', {}, 'sections'],
  ['sections that are null', { sections: null }, 'sections'],
  ['sections that are no list', { sections: {} }, 'sections'],
  ['filters that are no list', { sections: [], available_filters: {} }, 'available_filters'],
  ['a filter that is no object', { sections: [], available_filters: ['x'] }, 'available_filters[0]'],
  ['a section that is no object', { sections: [1] }, 'sections[0]'],
  ['a title of a section that is no text', { sections: [{ title: 1, cards: [] }] }, 'sections[0].title'],
  ['a title of a section that breaks the line', { sections: [{ title: 'a\nb', cards: [] }] }, 'sections[0].title'],
  ['a title of a filter that is no text', filtered({ title: 1 }), 'available_filters[0].title'],
  ['a title of a filter that overrides the direction', filtered({ title: '\u202eb' }), 'available_filters[0].title'],
  ['an invisible title of a chart', withChart({ title: '\u200b' }), `${chart}.title`],
  ['a section without cards', { sections: [{ title: 'x' }] }, 'sections[0].cards'],
  ['a card that is no object', withCard('x'), card],
  ...(['x', 'y', 'w', 'h'] as const).flatMap((name): [string, unknown, string][] => [
    [`a card without ${name}`, withCard(aCard({ [name]: undefined })), `${card}.${name}`],
    [`${name} of null`, withCard(aCard({ [name]: null })), `${card}.${name}`],
    [`a negative ${name}`, withCard(aCard({ [name]: -1 })), `${card}.${name}`],
    [`half a ${name}`, withCard(aCard({ [name]: 1.5 })), `${card}.${name}`],
    [`${name} as text`, withCard(aCard({ [name]: '1' })), `${card}.${name}`],
    [`${name} of more than 1,000`, withCard(aCard({ [name]: 1_001 })), `${card}.${name}`],
  ]),
  ['no width', withCard(aCard({ w: 0 })), `${card}.w`],
  ['no height', withCard(aCard({ h: 0 })), `${card}.h`],
  ['an unknown layout', withCard(aCard({ layout: 'Vertical' })), `${card}.layout`],
  ['a card without a list of charts', withCard(aCard({ charts: undefined })), `${card}.charts`],
  ['a chart that is no object', withCard(aCard({ charts: [null] })), chart],
  ['a title of a chart that is no text', withChart({ title: {} }), `${chart}.title`],
  ['a chart without type', withChart({ type: undefined }), `${chart}.type`],
  ['an unknown type', withChart({ type: 'Pies' }), `${chart}.type`],
  ['a chart without dataset', withChart({ dataset: undefined }), `${chart}.dataset`],
  ['a dataset that is a list', withChart({ dataset: [] }), `${chart}.dataset`],
  ['an unknown type of a reference', withChart({ chart_id: '7', type: 'Pies' }), `${chart}.type`],
  ['a reference to no chart', withChart({ chart_id: '' }), `${chart}.chart_id`],
  ['a reference that is a list', withChart({ chart_id: ['7'] }), `${chart}.chart_id`],
  ['colors that are no list', withChart({ colors: '#000000' }), `${chart}.colors`],
  ['a short color', withChart({ colors: ['#000000', '#FFF'] }), `${chart}.colors[1]`],
  ['a color without #', withChart({ colors: ['000000'] }), `${chart}.colors[0]`],
  ['a color with transparency', withChart({ colors: ['#00000000'] }), `${chart}.colors[0]`],
  ['a color with a line feed', withChart({ colors: ['#000000\n'] }), `${chart}.colors[0]`],
  ['options that are no object', withChart({ options: 'big' }), `${chart}.options`],
];

/** Contents that no request body may hold: the server refuses them before it reads them as a dashboard. */
export const unstorableContents: typeof invalidContents = [
  ['U+0000 in a title', { sections: [{ title: 'a\0', cards: [] }] }, 'sections[0].title'],
  ['half a surrogate pair', { sections: [{ title: '\ud800', cards: [] }] }, 'sections[0].title'],
  ['33 levels', { sections: [], extra: nested(31) }, `extra${'.below'.repeat(31)}`],
  ['more than 1 MiB', { sections: [], extra: 'é'.repeat(524_288) }, ''],
];
