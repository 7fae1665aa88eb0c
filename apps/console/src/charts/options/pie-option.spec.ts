import { describe, expect, it } from '@jest/globals';
import { aPoint, aSeries, draw } from '../../../test/chart-drawings.js';

const devices = aSeries([aPoint('PHONE', 75), aPoint('TABLET', 25), aPoint(null, null)]);
const seriesOf = (options: Record<string, unknown>) => draw('Pie', devices, options).series[0];
const labels = (options: Record<string, unknown>) =>
  (seriesOf(options)?.data as { label: { show: boolean; formatter: () => string } }[]).map(({ label }) =>
    label.show ? label.formatter() : undefined,
  );
const tooltip = (options: Record<string, unknown>, dataIndex = 0) =>
  draw('Pie', devices, options).tooltip.formatter({ dataIndex });

describe('pieOption', () => {
  it('makes a slice of each point; one without value has none', () =>
    expect(seriesOf({})?.data).toMatchObject([
      { name: 'PHONE', value: 75 },
      { name: 'TABLET', value: 25 },
      { name: '(none)', value: '-' },
    ]));

  it.each([
    [{}, [0, '60%']],
    [{ inner_radius: true }, ['39%', '60%']],
    [{ innerRadius: true, data_labels: { enabled: false } }, ['55.25%', '85%']],
    [{ is_half: true }, [0, '75%']],
    [{ is_half: true, data_labels: { enabled: false } }, [0, '95%']],
  ])('%j has the radius %j', (options, radius) => expect(seriesOf(options)?.['radius']).toEqual(radius));

  it('draws a half pie over half a circle', () =>
    expect(seriesOf({ is_half: true })).toMatchObject({ startAngle: 180, endAngle: 360, center: ['50%', '75%'] }));

  it.each([
    [{}, ['PHONE\n75.00%', 'TABLET\n25.00%', undefined]],
    [{ format: 'count' }, ['PHONE\n75', 'TABLET\n25', undefined]],
    [{ data_labels: { enabled: false } }, [undefined, undefined, undefined]],
    [
      { data_labels: { format: '<b>{point.name}</b> {point.percentage:.1f} %' } },
      ['PHONE 75.0 %', 'TABLET 25.0 %', undefined],
    ],
    [
      { data_labels: { filter: { property: 'percentage', operator: '>', value: 30 } } },
      ['PHONE\n75.00%', undefined, undefined],
    ],
  ])('%j labels %j', (options, expected) => expect(labels(options)).toEqual(expected));

  it.each([
    [{}, 'PHONE\n75.00% (75)'],
    [{ format: 'count' }, 'PHONE\n75 (75.00%)'],
    [{ tooltip: { format: '{point.y} users' } }, 'PHONE\n75 users'],
  ])('%j has the tooltip %j', (options, text) => expect(tooltip(options)).toBe(text));

  it('has tooltips of text: HTML would break the content security policy', () =>
    expect(draw('Pie', devices).tooltip.renderMode).toBe('richText'));

  it.each([
    [{}, { show: false }],
    [{ legend: { enabled: true, position: 'right' } }, { show: true, orient: 'vertical', right: 0 }],
    [{ legend: { enabled: true } }, { show: true, orient: 'horizontal', bottom: 0 }],
  ])('%j has the legend %j', (options, legend) => expect(draw('Pie', devices, options).legend).toMatchObject(legend));

  it.each([
    [[], '#1878b4'],
    [['#112233'], '#112233'],
  ])('colours %j start with %s', (colors, first) => expect(draw('Pie', devices, {}, { colors }).color[0]).toBe(first));
});
