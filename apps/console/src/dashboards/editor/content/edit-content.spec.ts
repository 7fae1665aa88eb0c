import { describe, expect, it } from '@jest/globals';
import { describeProblems } from '@tributary/contracts/rules/dashboards/describe-problems';
import {
  addCard,
  addChart,
  addSection,
  duplicateCard,
  duplicateChart,
  duplicateSection,
  editCard,
  editChart,
  editSection,
  emptyContent,
  nameOfChart,
  newChart,
  type Content,
} from './edit-content.js';

const chart = { id: 'c', title: 'x', type: 'Metric', dataset: { type: 'otql' }, extra: 1 };
const card = { id: 'k', x: 1, y: 2, w: 3, h: 4, charts: [chart] };
const content: Content = { other: true, sections: [{ id: 's', title: 'One', cards: [card] }] };
const at = { section: 0, card: 0, chart: 0 };

describe('edits of a content', () => {
  it('add parts that the server accepts', () => {
    const made = addChart(addCard(addSection(emptyContent), at, newChart), at, newChart);
    expect(made.sections[0]?.cards[0]?.charts).toHaveLength(2);
    expect(describeProblems(made)).toEqual([]);
  });

  it('add a card below the others', () =>
    expect(addCard(content, at, newChart).sections[0]?.cards[1]).toMatchObject({ x: 0, y: 6 }));

  it('keep what they do not know', () => {
    const edited = editChart(content, at, (one) => [{ ...one, title: 'y' }]);
    expect(edited).toEqual({
      other: true,
      sections: [{ id: 's', title: 'One', cards: [{ ...card, charts: [{ ...chart, title: 'y' }] }] }],
    });
  });

  it.each([
    ['section', () => duplicateSection(content, at).sections[1]],
    ['card', () => duplicateCard(content, at).sections[0]?.cards[1]],
    ['chart', () => duplicateChart(content, at).sections[0]?.cards[0]?.charts[1]],
  ])('duplicate a %s without its ids', (_part, copied) => {
    const copy = JSON.stringify(copied());
    expect(copy).not.toContain('"id"');
    expect(copy).toContain('"extra":1');
  });

  it('put the copy of a card where it covers none', () =>
    expect(duplicateCard(content, at).sections[0]?.cards[1]).toMatchObject({ x: 1, y: 6, w: 3, h: 4 }));

  it('name a chart by its title, or by its place', () => {
    expect(nameOfChart({ ...chart, title: '' }, { ...at, chart: 2 })).toBe('chart 3');
    expect(nameOfChart(chart, at)).toBe('x');
  });

  it('remove parts', () => {
    expect(editSection(content, at, () => []).sections).toEqual([]);
    expect(editCard(content, at, () => []).sections[0]?.cards).toEqual([]);
    expect(editChart(content, at, () => []).sections[0]?.cards[0]?.charts).toEqual([]);
  });

  it('do not change the content they are given', () => {
    const before = structuredClone(content);
    duplicateCard(
      editChart(content, at, () => []),
      at,
    );
    expect(content).toEqual(before);
  });
});
