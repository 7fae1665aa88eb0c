import { describe, expect, it } from '@jest/globals';
import { addChartToContent } from './add-chart-to-content.js';

const chart = { title: 'x', type: 'Metric', dataset: {} };
const card = { x: 3, y: 2, w: 4, h: 5, charts: [] };

describe('addChartToContent', () => {
  it('makes a section in a dashboard without content', () =>
    expect(addChartToContent(undefined, chart).sections).toEqual([
      { title: 'Reports', cards: [{ x: 0, y: 0, w: 6, h: 4, charts: [chart] }] },
    ]));

  it('adds below the cards of the last section, and keeps everything else', () => {
    const content = { available_filters: [], other: 1, sections: [{ cards: [] }, { title: 'b', cards: [card] }] };
    expect(addChartToContent(content, chart)).toEqual({
      ...content,
      sections: [{ cards: [] }, { title: 'b', cards: [card, { x: 0, y: 7, w: 6, h: 4, charts: [chart] }] }],
    });
  });
});
