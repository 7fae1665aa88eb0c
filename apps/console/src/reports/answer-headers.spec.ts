import { describe, expect, it } from '@jest/globals';
import { serverTime, watermarkOf } from './answer-headers.js';

const answer = (headers: Record<string, string>) => ({ headers: new Headers(headers) });

describe('the headers of a report', () => {
  it.each([
    [{ 'x-data-watermark': '1795900000000' }, 1_795_900_000_000],
    [{ 'x-data-watermark': '0' }, undefined],
    [{ 'x-data-watermark': 'soon' }, undefined],
    [{}, undefined],
  ])('%j is complete to %p', (headers, watermark) => expect(watermarkOf(answer(headers))).toBe(watermark));

  it('say the time of the server', () =>
    expect(serverTime(answer({ date: 'Sat, 28 Nov 2026 09:00:00 GMT' }))).toBe(Date.UTC(2026, 10, 28, 9)));

  it.each<Record<string, string>>([{}, { date: 'today' }])('without a time, %j, the browser says it', (headers) => {
    const before = Date.now();
    expect(serverTime(answer(headers))).toBeGreaterThanOrEqual(before);
  });
});
