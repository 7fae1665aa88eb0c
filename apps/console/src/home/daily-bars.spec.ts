import { describe, expect, it } from '@jest/globals';
import { barsOf, daysUntil, niceMaximum, describeChange } from './daily-bars.js';

const now = Date.UTC(2026, 2, 1, 0, 0, 5);

describe('daysUntil', () => {
  it('has every day, also those without a row', () =>
    expect(daysUntil(now, 3, [['2026-02-28', 2, 5]])).toEqual([
      { date: '2026-02-27', users: 0, sessions: 0 },
      { date: '2026-02-28', users: 2, sessions: 5 },
      { date: '2026-03-01', users: 0, sessions: 0 },
    ]));
});

describe('niceMaximum', () => {
  it.each([
    [0, 4],
    [4, 4],
    [5, 5],
    [6, 10],
    [11, 20],
    [160, 200],
    [201, 500],
    [501, 1_000],
    [1_000, 1_000],
  ])('of %i is %i', (value, maximum) => expect(niceMaximum(value)).toBe(maximum));
});

describe('barsOf', () => {
  it('fills the area', () =>
    expect(barsOf([0, 50, 100], { width: 300, height: 80 }, 100)).toEqual([
      { x: 15, y: 80, width: 70, height: 0 },
      { x: 115, y: 40, width: 70, height: 40 },
      { x: 215, y: 0, width: 70, height: 80 },
    ]));
  it('shows a small value', () => expect(barsOf([1], { width: 10, height: 80 }, 1_000)).toMatchObject([{ height: 2 }]));
});

describe('describeChange', () => {
  it.each([
    [0, 0, 'none in both periods'],
    [3, 0, 'none in the 7 days before'],
    [112, 100, '+12 % on the 7 days before'],
    [88, 100, '−12 % on the 7 days before'],
    [1_001, 1_000, 'as in the 7 days before'],
    [0, 5, '−100 % on the 7 days before'],
    [5, -10, '+150 % on the 7 days before'],
    [-5, 10, '−150 % on the 7 days before'],
    [20_000, 1, '+1,999,900 % on the 7 days before'],
  ])('%i after %i: %s', (value, before, text) => expect(describeChange(value, before)).toBe(text));
});
