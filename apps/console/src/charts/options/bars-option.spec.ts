import { describe, expect, it } from '@jest/globals';
import { aPoint, aSeries, draw } from '../../../test/chart-drawings.js';

const flat = aSeries([aPoint('1', 10), aPoint('2', 20)]);
const nested = aSeries([
  aPoint('2026-11-01', 3, [aPoint('site', 1), aPoint('app', 2)]),
  aPoint('2026-11-02', 4, [aPoint('app', 4)]),
]);
const series = (result: typeof flat, options = {}) => draw('Bars', result, options).series;

describe('barsOption', () => {
  it('draws a series over its keys', () => {
    const { xAxis, series: drawn } = draw('Bars', flat);
    expect(xAxis['data']).toEqual(['1', '2']);
    expect(drawn).toMatchObject([{ type: 'bar', name: 'users', data: [10, 20] }]);
  });

  it('draws two dimensions side by side', () =>
    expect(series(nested)).toMatchObject([
      { name: 'site', data: [1, null] },
      { name: 'app', data: [2, 4] },
    ]));

  it('draws 0 for a series that has nothing of a key, if it is a sum', () =>
    expect(series({ ...nested, absent: [0] })).toMatchObject([{ data: [1, 0] }, { data: [2, 4] }]));

  it('stacks them', () => expect(series(nested, { stacking: true }).map(({ stack }) => stack)).toEqual(['all', 'all']));
  it('shows the first level when they are drilled into', () =>
    expect(series(nested, { drilldown: true })).toMatchObject([{ name: 'users', data: [3, 4] }]));

  it('draws every series of a join', () => {
    const joined = aSeries([{ key: 'a', cells: [{ value: 1 }, { value: 2 }] }], ['users', 'sessions']);
    expect(series(joined)).toMatchObject([
      { name: 'users', data: [1] },
      { name: 'sessions', data: [2] },
    ]);
  });

  it.each([
    [{ big_bars: false }, { barMaxWidth: 40, barCategoryGap: '30%' }],
    [{ bigBars: true }, { barCategoryGap: '8%' }],
    [{ plot_line_value: 7 }, { markLine: { data: [{ yAxis: 7 }] } }],
  ])('%j draws %j', (options, expected) => expect(series(flat, options)[0]).toMatchObject(expected));

  it('draws no line without a value', () => expect(series(flat)[0]).not.toHaveProperty('markLine'));

  it.each([
    [{}, true, true],
    [{ hide_x_axis: true }, false, true],
    [{ hideYAxis: true }, true, false],
  ])('%j shows x: %s, y: %s', (options, x, y) => {
    const { xAxis, yAxis } = draw('Bars', flat, options);
    expect([xAxis['show'], yAxis['show']]).toEqual([x, y]);
  });

  it('names the zone of dates', () => {
    expect(draw('Bars', nested, {}, { dateZone: 'Europe/Paris' }).xAxis['name']).toBe('2026, Europe/Paris');
    expect(draw('Bars', flat).xAxis).not.toHaveProperty('name');
  });

  it('lists the series of a key in the tooltip', () => {
    const params = [
      { seriesIndex: 0, dataIndex: 0, marker: '* ' },
      { seriesIndex: 1, dataIndex: 0, marker: '* ' },
    ];
    const { tooltip } = draw('Bars', nested, {}, { dateZone: 'Europe/Paris' });
    expect(tooltip.formatter(params)).toBe('2026-11-01 Europe/Paris\n* site: 1\n* app: 2');
  });

  it('writes the year of its dates once', () => {
    const days = (...keys: string[]) =>
      draw('Bars', aSeries(keys.map((key) => aPoint(key, 1))), {}, { dateZone: 'UTC' }).xAxis as {
        name: string;
        axisLabel: { formatter: (date: string) => string };
      };
    const sameYear = days('2026-11-01', '2026-11-02');
    expect([sameYear.name, sameYear.axisLabel.formatter('2026-11-02')]).toEqual(['2026, UTC', '11-02']);
    const twoYears = days('2025-12-31', '2026-01-01');
    expect([twoYears.name, twoYears.axisLabel.formatter('2026-01-01')]).toEqual(['UTC', '2026-01-01']);
    expect(days('2026-11', '2026-12').axisLabel.formatter('2026-12')).toBe('2026-12');
  });

  it('adds up what is stacked', () => {
    const params = [
      { seriesIndex: 0, dataIndex: 0, marker: '' },
      { seriesIndex: 1, dataIndex: 0, marker: '' },
    ];
    expect(draw('Bars', nested, { stacking: true }).tooltip.formatter(params)).toBe(
      '2026-11-01\nsite: 1\napp: 2\nTotal: 3',
    );
  });

  it.each([
    ['whole ticks of counts', flat, 1],
    ['ticks between them of fractions', aSeries([aPoint('1', 1.5)]), undefined],
  ])('has %s', (_case, result, minInterval) => expect(draw('Bars', result).yAxis['minInterval']).toBe(minInterval));

  it.each([
    ['a name', 'a name'],
    ['https://example.org/a/very/long/path?number=1', 'https://exam…th?number=1'],
  ])('writes %s on its axis as %s', (name, text) => {
    const { formatter } = draw('Bars', flat).xAxis['axisLabel'] as { formatter: (name: string) => string };
    expect(formatter(name)).toBe(text);
  });

  it.each([
    ['fit', 600, 'bottom', { hideOverlap: true }],
    ['do not fit', 300, 'bottom', { interval: 0, rotate: 35 }],
    ['do not fit beside the legend', 560, 'right', { interval: 0, rotate: 35 }],
  ])('writes all of a few names that %s', (_case, width, position, expected) => {
    const result = aSeries(['demo-app', 'demo-magazine', 'demo-shop', 'demo-tv'].map((key) => aPoint(key, 1)));
    const options = { legend: { enabled: true, position } };
    expect(draw('Bars', result, options, { width }).xAxis['axisLabel']).toMatchObject(expected);
  });

  it('does not slope a few long names, which would take the room of the bars', () => {
    const result = aSeries(['a name of a channel that is long', 'another'].map((key) => aPoint(key, 1)));
    expect(draw('Bars', result, {}, { width: 200 }).xAxis['axisLabel']).toMatchObject({ hideOverlap: true });
  });

  it('writes percentages with what they were computed from', () => {
    const shares = aSeries([{ key: 'a', cells: [{ value: 37.25, count: 1234 }] }]);
    const { tooltip } = draw('Bars', shares, { format: 'percentage' });
    expect(tooltip.formatter([{ seriesIndex: 0, dataIndex: 0, marker: '' }])).toBe('a\nusers: 37.25% (1,234)');
  });

  it.each([
    ['DEFAULT', '2026-11-01T14:30:00Z'],
    ['DAY', '2026-11-01'],
    ['HOUR', '2026-11-01 14:30'],
  ])('writes the dates of mode %s as %s', (mode, text) => {
    const dates = aSeries([aPoint('2026-11-01T14:30:00Z', 1)]);
    expect(draw('Bars', dates, { xKey: { key: 'key', mode } }).xAxis['data']).toEqual([text]);
  });
});
