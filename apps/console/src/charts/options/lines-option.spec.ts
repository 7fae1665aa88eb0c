import { describe, expect, it } from '@jest/globals';
import { defaultColors } from '@tributary/dashboards/values/format-value';
import { aPoint, aSeries, draw } from '../../../test/chart-drawings.js';

const joined = aSeries(
  [
    { key: 'a', cells: [{ value: 1 }, { value: 200 }] },
    { key: 'b', cells: [{ value: 2 }, { value: null }] },
  ],
  ['users', 'revenue'],
);

describe('linesOption', () => {
  it('draws a line for each series', () =>
    expect(draw('Line', joined).series).toMatchObject([
      { type: 'line', name: 'users', data: [1, 2] },
      { type: 'line', name: 'revenue', data: [200, null] },
    ]));

  it('draws lines of one colour apart by their dashes', () => {
    const many = aSeries(
      [{ key: 'a', cells: Array.from({ length: 15 }, () => ({ value: 1 })) }],
      Array.from({ length: 15 }, (_each, index) => `${index}`),
    );
    const types = draw('Line', many).series.map(({ lineStyle }) => (lineStyle as { type: string }).type);
    expect([types[0], types[6], types[7], types[14]]).toEqual(['solid', 'solid', 'dashed', 'dotted']);
  });

  it('draws the period before faintly, in the colour of the same metric', () => {
    const [own, before] = draw('Line', { ...joined, titles: ['users', 'users, before'], beforeFrom: 1 }).series;
    expect(own).not.toHaveProperty('color');
    expect(before).toMatchObject({ color: defaultColors[0], lineStyle: { opacity: 0.4 }, itemStyle: { opacity: 0.4 } });
  });

  it('fills an area', () => {
    expect(draw('Area', joined).series[0]).toHaveProperty('areaStyle');
    expect(draw('Line', joined).series[0]).not.toHaveProperty('areaStyle');
  });

  it('stacks', () => expect(draw('Area', joined, { stacking: true }).series[1]).toMatchObject({ stack: 'all' }));

  it('draws all but the first series on the second axis', () => {
    const { yAxis, series } = draw('Line', joined, { double_y_axis: true });
    expect(yAxis).toHaveLength(2);
    expect(series.map(({ yAxisIndex }) => yAxisIndex)).toEqual([undefined, 1]);
  });

  it('has one axis for one series', () => {
    const { yAxis, series } = draw('Line', aSeries([aPoint('a', 1)]), { double_y_axis: true });
    expect(Array.isArray(yAxis)).toBe(false);
    expect(series[0]).not.toHaveProperty('yAxisIndex');
  });

  it('shows symbols only while they do not cover the line', () => {
    const points = (count: number) =>
      aSeries(Array.from({ length: count }, (_each, index) => aPoint(`${index}`, index)));
    expect(draw('Line', points(40)).series[0]?.['showSymbol']).toBe(true);
    expect(draw('Line', points(41)).series[0]?.['showSymbol']).toBe(false);
  });
});
