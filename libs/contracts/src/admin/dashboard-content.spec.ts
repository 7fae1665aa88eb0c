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
const card = 'sections.0.cards.0';
const chart = `${card}.charts.0`;

describe('DashboardContent', () => {
  it.each<[string, unknown]>([
    ['no sections', { sections: [] }],
    ['a section without cards and title', { sections: [{ cards: [] }] }],
    ['a card without charts', content(aCard({ charts: [] }))],
    ['a card as wide as the grid', content(aCard({ x: 0, w: 12 }))],
    ['the last column', content(aCard({ x: 11, w: 1 }))],
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
    ['a card over the edge', content(aCard({ x: 9, w: 4 })), `${card}.w`],
    ['an unknown layout', content(aCard({ layout: 'Vertical' })), `${card}.layout`],
    ['a card without a list of charts', content(aCard({ charts: undefined })), `${card}.charts`],
    ['a title of a chart that is no text', withChart({ title: {} }), `${chart}.title`],
    ['a chart without type', withChart({ type: undefined }), `${chart}.type`],
    ['an unknown type', withChart({ type: 'Pies' }), `${chart}.type`],
    ['a chart without dataset', withChart({ dataset: undefined }), `${chart}.dataset`],
    ['a dataset that is a list', withChart({ dataset: [] }), `${chart}.dataset`],
    ['a dataset without type', withChart({ dataset: {} }), `${chart}.dataset.type`],
    ['a dataset whose type is no text', withChart({ dataset: { type: 1 } }), `${chart}.dataset.type`],
    ['a dataset of an empty type', withChart({ dataset: { type: '' } }), `${chart}.dataset.type`],
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
