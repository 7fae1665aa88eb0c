import { describe, expect, it } from '@jest/globals';
import { DashboardContent } from './dashboard-content.js';

const aChart = (difference: object = {}) => ({
  title: 'Visits',
  type: 'Pie',
  colors: ['#00A1DF', '#fd7c12'],
  dataset: { type: 'activities_analytics', query_json: { metrics: [{ expression: 'users' }] } },
  options: { legend: { enabled: true } },
  ...difference,
});
const aCard = (difference: object = {}) => ({ x: 0, y: 0, w: 4, h: 5, charts: [aChart()], ...difference });
const content = (card: object) => ({ sections: [{ title: 'One', cards: [card] }] });
const withChart = (difference: object) => content(aCard({ charts: [aChart(difference)] }));
const filtered = (filter: object) => ({ sections: [], available_filters: [filter] });
const card = 'sections.0.cards.0';
const chart = `${card}.charts.0`;

describe('DashboardContent', () => {
  it.each<[string, unknown]>([
    ['no sections', { sections: [] }],
    ['a section without cards and title', { sections: [{ cards: [] }] }],
    ['a card without charts', content(aCard({ charts: [] }))],
    ['a card as wide as the grid', content(aCard({ x: 0, w: 12 }))],
    ['a card beyond the grid', content(aCard({ x: 12, w: 13 }))],
    ['the largest card', content(aCard({ x: 1_000, y: 1_000, w: 1_000, h: 1_000 }))],
    ['a vertical layout', content(aCard({ layout: 'vertical' }))],
    ['no layout', content(aCard({ layout: null }))],
    [
      'a chart without title, colors and options',
      withChart({ title: undefined, colors: undefined, options: undefined }),
    ],
    ['an empty title of a chart', withChart({ title: '' })],
    ['filters', { sections: [], available_filters: [{ technical_name: 'segments' }] }],
    ['unknown fields', { ...content({ ...aCard(), mood: 1 }), version: 2 }],
    ['a dataset of a type only the console knows', withChart({ dataset: { type: 'JOIN', sources: 5 } })],
    ['a dataset without type', withChart({ dataset: {} })],
    ['a dataset whose type is no text', withChart({ dataset: { type: 1 } })],
    ['a chart that is a reference', content(aCard({ charts: [{ chart_id: '7' }] }))],
    ['a reference by number', content(aCard({ charts: [{ chart_id: 7, id: 'x' }] }))],
    ['a reference with a type and a dataset', withChart({ chart_id: '7' })],
  ])('accepts %s', (_case, value) => {
    expect(DashboardContent.safeParse(value)).toMatchObject({ success: true });
  });

  it.each(['Pie', 'BARS', 'radar', 'mEtRiC', 'Area', 'Line', 'Table'])('accepts a chart of the type %s', (type) => {
    expect(DashboardContent.safeParse(withChart({ type }))).toMatchObject({ success: true });
  });

  it.each<[string, unknown, string]>([
    ['a list', [], ''],
    ['null', null, ''],
    ['no sections', {}, 'sections'],
    ['sections that are no list', { sections: {} }, 'sections'],
    ['filters that are no list', { sections: [], available_filters: {} }, 'available_filters'],
    ['a filter that is no object', { sections: [], available_filters: ['x'] }, 'available_filters.0'],
    ['a section that is no object', { sections: [1] }, 'sections.0'],
    ['a title of a section that is no text', { sections: [{ title: 1, cards: [] }] }, 'sections.0.title'],
    ['a title of a section that breaks the line', { sections: [{ title: 'a\nb', cards: [] }] }, 'sections.0.title'],
    ['a title of a filter that overrides the direction', filtered({ title: '\u202eb' }), 'available_filters.0.title'],
    ['a section without cards', { sections: [{ title: 'x' }] }, 'sections.0.cards'],
    ['a card without x', content(aCard({ x: undefined })), `${card}.x`],
    ['a card without y', content(aCard({ y: undefined })), `${card}.y`],
    ['a card without w', content(aCard({ w: undefined })), `${card}.w`],
    ['a card without h', content(aCard({ h: undefined })), `${card}.h`],
    ['a negative x', content(aCard({ x: -1 })), `${card}.x`],
    ['a negative y', content(aCard({ y: -1 })), `${card}.y`],
    ['a half y', content(aCard({ y: 0.5 })), `${card}.y`],
    ['an x that is text', content(aCard({ x: '0' })), `${card}.x`],
    ['no width', content(aCard({ w: 0 })), `${card}.w`],
    ['no height', content(aCard({ h: 0 })), `${card}.h`],
    ['an x of more than 1,000', content(aCard({ x: 1_001 })), `${card}.x`],
    ['a y of more than 1,000', content(aCard({ y: 1_001 })), `${card}.y`],
    ['a width of more than 1,000', content(aCard({ w: 1_001 })), `${card}.w`],
    ['a height of more than 1,000', content(aCard({ h: 1_001 })), `${card}.h`],
    ['an unknown layout', content(aCard({ layout: 'Vertical' })), `${card}.layout`],
    ['a card without a list of charts', content(aCard({ charts: undefined })), `${card}.charts`],
    ['a title of a chart that is no text', withChart({ title: {} }), `${chart}.title`],
    ['an invisible title of a chart', withChart({ title: '\u200b' }), `${chart}.title`],
    ['a chart without type', withChart({ type: undefined }), `${chart}.type`],
    ['an unknown type', withChart({ type: 'Pies' }), `${chart}.type`],
    ['a chart without dataset', withChart({ dataset: undefined }), `${chart}.dataset`],
    ['a dataset that is a list', withChart({ dataset: [] }), `${chart}.dataset`],
    ['an unknown type of a reference', withChart({ chart_id: '7', type: 'Pies' }), `${chart}.type`],
    ['a reference to no chart', withChart({ chart_id: '' }), `${chart}.chart_id`],
    ['a reference that is a list', withChart({ chart_id: ['7'] }), `${chart}.chart_id`],
    ['colors that are no list', withChart({ colors: '#000000' }), `${chart}.colors`],
    ['a short color', withChart({ colors: ['#000000', '#FFF'] }), `${chart}.colors.1`],
    ['a color without #', withChart({ colors: ['000000'] }), `${chart}.colors.0`],
    ['a color with transparency', withChart({ colors: ['#00000000'] }), `${chart}.colors.0`],
    ['a color that is no hexadecimal', withChart({ colors: ['#00000G'] }), `${chart}.colors.0`],
    ['a color with a line feed', withChart({ colors: ['#000000\n'] }), `${chart}.colors.0`],
    ['options that are no object', withChart({ options: 'big' }), `${chart}.options`],
  ])('rejects %s, and names the path', (_case, value, path) => {
    const { error } = DashboardContent.safeParse(value);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});
