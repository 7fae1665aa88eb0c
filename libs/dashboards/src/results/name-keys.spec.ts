import { describe, expect, it } from '@jest/globals';
import { nameKeys, nameTitles } from './name-keys.js';
import type { Point, SeriesResult } from './result.js';

const point = (key: string | null, more: Partial<Point> = {}): Point => ({ key, cells: [], ...more });
const series = (...points: Point[]): SeriesResult => ({
  kind: 'series',
  titles: ['users', 'Own'],
  levels: ['date_yyyy_mm_dd', 'channel_id'],
  points: [point('1', { points })],
});

describe('names in a result', () => {
  const nameOf = (dimension: string, id: string) => (dimension === 'channel_id' && id === '1' ? 'Shop' : undefined);

  it('are those of the ids of their own level', () =>
    expect(nameKeys(series(point('1'), point(null), point('2', { label: 'B' })), nameOf)).toEqual(
      series(point('1', { label: 'Shop' }), point(null), point('2', { label: 'B' })),
    ));

  it('are those of metrics', () => expect(nameTitles(series()).titles).toEqual(['Users', 'Own']));
});
