import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chartTypes, type ChartType } from '@tributary/contracts/rules/dashboards/content-rules';
import { camelCase } from '../json/json-object.js';
import { canDraw, describeMismatch } from './chart-options.js';
import { maxHeight, readOptions } from './read-options.js';

const off = { enabled: false, position: 'bottom' };
const labels = { enabled: true };
const xKey = { key: 'key', mode: 'DEFAULT' };
const axes = { legend: off, stacking: false, format: 'count', hideXAxis: false, hideYAxis: false, xKey };

describe('readOptions', () => {
  it.each<[ChartType, object]>([
    [
      'Pie',
      { legend: off, drilldown: true, innerRadius: false, isHalf: false, dataLabels: labels, format: 'percentage' },
    ],
    ['Bars', { ...axes, drilldown: false, bigBars: true }],
    ['Radar', { legend: off, dataLabels: labels, format: 'count', xKey }],
    ['Area', { ...axes, doubleYAxis: false }],
    ['Line', { ...axes, doubleYAxis: false }],
    ['Metric', { format: 'count' }],
    ['Table', {}],
  ])('of %s has defaults', (type, options) => expect(readOptions(type, {})).toEqual({ type, ...options }));

  it('of Pie are read', () => {
    const filter = { property: 'percentage', operator: '>', value: 4 };
    const options = {
      height: 300,
      legend: { enabled: true, position: 'right', layout: 'vertical' },
      drilldown: false,
      inner_radius: true,
      is_half: true,
      data_labels: { enabled: false, distance: 10, format: '{point.name}', filter },
      tooltip: { format: '{point.y}' },
      format: 'count',
    };
    expect(readOptions('Pie', options)).toEqual({
      type: 'Pie',
      height: 300,
      legend: options.legend,
      drilldown: false,
      innerRadius: true,
      isHalf: true,
      dataLabels: options.data_labels,
      tooltipFormat: '{point.y}',
      format: 'count',
    });
  });

  it('of Bars and Area are read', () => {
    const options = { stacking: true, plot_line_value: 0, format: 'INDEX', hide_x_axis: true, hide_y_axis: true };
    const read = { ...axes, stacking: true, plotLineValue: 0, format: 'index', hideXAxis: true, hideYAxis: true };
    expect(readOptions('Bars', { ...options, big_bars: false, drilldown: true })).toEqual({
      ...read,
      type: 'Bars',
      bigBars: false,
      drilldown: true,
    });
    expect(readOptions('Area', { ...options, double_y_axis: true })).toEqual({
      ...read,
      type: 'Area',
      doubleYAxis: true,
    });
  });

  it.each([
    ['day', { key: 'day', mode: 'DEFAULT' }],
    [
      { key: 'day', mode: 'HOUR' },
      { key: 'day', mode: 'HOUR' },
    ],
    [{ mode: 'day' }, { key: 'key', mode: 'DAY' }],
    [{ key: '', mode: 'YEAR' }, xKey],
    [5, xKey],
  ])('read the xKey %j', (given, expected) =>
    expect(readOptions('Line', { xKey: given })).toMatchObject({ xKey: expected }),
  );

  it.each([
    ['Pie', { height: -1, legend: 'right', drilldown: 'no', inner_radius: '65%', data_labels: 5, format: 'index' }],
    ['Bars', { height: 'x', plot_line_value: '1', format: 'float', legend: { enabled: 1, position: 'top' } }],
    ['Metric', { format: 'index' }],
  ] as const)('of %s ignore what is malformed', (type, options) =>
    expect(readOptions(type, options)).toEqual(readOptions(type, {})),
  );

  it('limit the height', () => expect(readOptions('Pie', { height: 1e9 })).toMatchObject({ height: maxHeight }));

  it('are the same in snake_case and camelCase', () => {
    const option = fc.constantFrom(
      ...'height legend drilldown inner_radius is_half data_labels tooltip format big_bars stacking'.split(' '),
      ...'plot_line_value hide_x_axis hide_y_axis double_y_axis x_key'.split(' '),
    );
    const value = fc.oneof(
      fc.boolean(),
      fc.integer(),
      fc.constantFrom('percentage', 'index', 'count'),
      fc.record({ enabled: fc.boolean(), position: fc.constant('right'), format: fc.string(), key: fc.string() }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...chartTypes), fc.dictionary(option, value), (type, snake) => {
        const camel = Object.fromEntries(Object.entries(snake).map(([name, each]) => [camelCase(name), each]));
        expect(readOptions(type, camel)).toEqual(readOptions(type, snake));
      }),
    );
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.constantFrom(...chartTypes), fc.dictionary(fc.string(), fc.jsonValue()), (type, options) => {
        expect(readOptions(type, options).type).toBe(type);
      }),
    );
  });
});

describe('canDraw', () => {
  it('lets only Metric draw numbers, and Metric draw only numbers', () => {
    expect(chartTypes.filter((type) => canDraw(type, { kind: 'number' }))).toEqual(['Metric']);
    expect(chartTypes.filter((type) => !canDraw(type, { kind: 'series' }))).toEqual(['Metric']);
  });

  it('explains what cannot be drawn', () => {
    expect(describeMismatch('Pie', { kind: 'series' })).toBeUndefined();
    expect(describeMismatch('Pie', { kind: 'number' })).toContain('a number is drawn by Metric only');
    expect(describeMismatch('Metric', { kind: 'series' })).toContain('Metric draws a number');
  });
});
