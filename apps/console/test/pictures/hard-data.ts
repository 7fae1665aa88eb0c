import type { SeriesResult } from '@tributary/dashboards/results/result';
import { aPoint, aSeries } from '../chart-drawings.js';

const long = (last: string) => `${'A very long name of a campaign in autumn '.repeat(4)}${last}`;
const days = Array.from({ length: 12 }, (_, at) => `2026-11-${String(at + 9).padStart(2, '0')}`);
const keyed = (...values: [key: string | null, value: number | null][]) =>
  aSeries(values.map(([key, value]) => aPoint(key, value)));

/** Results that are hard to draw, by name. */
export const hardData: Readonly<Record<string, SeriesResult>> = {
  'one-point': keyed(['2026-11-20', 5]),
  gaps: keyed(...days.map((day, at): [string, number | null] => [day, at > 3 && at < 8 ? null : 10 + at])),
  negative: keyed(['refunds', -40], ['sales', 100], ['nothing', 0], ['more refunds', -5]),
  zeros: keyed(['a', 0], ['b', 0]),
  'thirty-keys': keyed(...Array.from({ length: 30 }, (_, at): [string, number] => [`key ${at}`, 1 + ((at * 37) % 60)])),
  'long-labels': keyed([long('one'), 3], [long('two'), 4], ['Donaudampfschifffahrtsgesellschaft'.repeat(3), 5]),
  huge: keyed(['a', 1.4e12], ['b', 9.9e14]),
  tiny: keyed(['a', 1e-7], ['b', 3.2e-7]),
  'two-series': {
    kind: 'series',
    titles: ['users', 'sessions'],
    points: days.slice(0, 4).map((key, at) => ({ key, cells: [{ value: 5 + at }, { value: 9 - at }] })),
  },
  'two-levels': aSeries([
    aPoint('shop', 7, [aPoint('desktop', 3), aPoint('phone', 4)]),
    aPoint(null, 3, [aPoint('desktop', 1), aPoint('phone', 2)]),
  ]),
};
