import { describe, expect, it } from '@jest/globals';
import { aPoint, aSeries, draw } from '../../../test/chart-drawings.js';

const result = aSeries([aPoint('FR', 5), aPoint('DE', 10), aPoint('ES', null)]);

describe('radarOption', () => {
  it('gives every key a spoke of the same scale', () =>
    expect(draw('Radar', result).radar['indicator']).toEqual([
      { name: 'FR', max: 10 },
      { name: 'DE', max: 10 },
      { name: 'ES', max: 10 },
    ]));

  it('draws each series', () =>
    expect(draw('Radar', result).series[0]?.data).toEqual([{ name: 'users', value: [5, 10, '-'] }]));

  it('has a scale even when all values are 0', () =>
    expect(draw('Radar', aSeries([aPoint('FR', 0)])).radar['indicator']).toEqual([{ name: 'FR', max: 1 }]));

  it('names some of many keys, and cuts long names in the middle', () => {
    const keys = Array.from({ length: 30 }, (_, at) => aPoint(`a long name of a key ${at}`, at));
    const { formatter } = draw('Radar', aSeries(keys)).radar['axisName'] as { formatter: (name: string) => string };
    expect(keys.map(({ key }) => formatter(String(key))).filter((name) => name !== '')).toHaveLength(10);
    expect(formatter('a long name of a key 27')).toBe('a long na…\na key 27');
  });

  it('lists its keys in the tooltip', () =>
    expect(draw('Radar', result, { format: 'percentage' }).tooltip.formatter({ dataIndex: 0 })).toBe(
      'users\nFR: 5%\nDE: 10%\nES: –',
    ));

  it.each([true, false])('labels its points: %s', (enabled) =>
    expect(draw('Radar', result, { data_labels: { enabled } }).series[0]).toMatchObject({ label: { show: enabled } }),
  );
});
