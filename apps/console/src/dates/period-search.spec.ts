import { describe, expect, it } from '@jest/globals';
import { nameOfRange } from './presets.js';
import { rangeOf, readPeriodSearch } from './period-search.js';

describe('a period in the address', () => {
  it.each([
    [{}, {}],
    [
      { from: 'now-7d/d', to: 'now', compare: true, other: 1 },
      { from: 'now-7d/d', to: 'now', compare: true },
    ],
    [
      { from: 2026, to: '2026-11-02' },
      { from: '2026', to: '2026-11-02' },
    ],
    [{ from: 'now', compare: 'true' }, {}],
    [{ from: '', to: 'now' }, {}],
  ])('is read from %j', (search, expected) => expect(readPeriodSearch(search)).toEqual(expected));

  it.each([
    [{ from: 'now-7d/d', to: 'now' }, 'Last 7 days'],
    [{ from: '2026-11-01', to: '2026-11-02' }, '2026-11-01 to 2026-11-02'],
  ])('%j is named %s', (search, name) => {
    const range = rangeOf(search);
    expect(range && nameOfRange(range)).toBe(name);
  });
});
