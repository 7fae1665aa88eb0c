import { describe, expect, it } from '@jest/globals';
import { aView } from '../../test/page.js';
import { readAnswer } from './report-answer.js';

const read = (headers: Record<string, string>) =>
  readAnswer(aView([]), { headers: { get: (name) => headers[name] ?? null } });

describe('readAnswer', () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{ 'x-data-watermark': '1795900000000' }, 1_795_900_000_000],
    [{ 'x-data-watermark': '0' }, undefined],
    [{ 'x-data-watermark': 'soon' }, undefined],
    [{}, undefined],
  ])('%j is complete to %p', (headers, watermark) => expect(read(headers).watermark).toBe(watermark));

  it('reads the time of the server and the zone of the dates', () =>
    expect(read({ date: 'Sat, 28 Nov 2026 09:00:00 GMT', 'x-time-zone': 'Asia/Tokyo' })).toMatchObject({
      now: Date.UTC(2026, 10, 28, 9),
      timeZone: 'Asia/Tokyo',
    }));

  it.each<Record<string, string>>([{}, { date: 'today' }])('uses the own clock without one, %j, and UTC', (headers) => {
    const before = Date.now();
    const { now, timeZone } = read(headers);
    expect(now).toBeGreaterThanOrEqual(before);
    expect(timeZone).toBe('UTC');
  });
});
