import { describe, expect, it } from '@jest/globals';
import { fillTemplate } from './fill-template.js';
import { passesFilter } from './label-filter.js';

const values = { name: 'PHONE', seriesName: 'users', y: 1234.567, percentage: 37.254, count: 12 };

describe('fillTemplate', () => {
  it.each([
    ['{point.name}: {point.y}', 'PHONE: 1,234.57'],
    ['{point.y:.1f}', '1234.6'],
    ['{point.y:,.0f}', '1,235'],
    ['{point.percentage:.2f}% ({point.count})', '37.25% (12)'],
    ['{series.name} {y} {x} {key}', 'users 1,234.57 PHONE PHONE'],
    ['<b>{point.name}</b><br/>{point.count}', 'PHONE\n12'],
    ['{unknown} {point.other}', '{unknown} {point.other}'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['', ''],
  ])('%j → %j', (template, expected) => expect(fillTemplate(template, values)).toBe(expected));

  it('writes a dash for what is missing', () =>
    expect(fillTemplate('{point.y} {point.percentage}', { name: 'a', seriesName: 'b', y: null })).toBe('– –'));

  it('does not fill in what a value holds', () =>
    expect(fillTemplate('{point.name}', { ...values, name: '{point.y}' })).toBe('{point.y}'));
});

describe('passesFilter', () => {
  it.each([
    ['percentage', '>', 37, true],
    ['percentage', '<=', 37, false],
    ['y', '>=', 1234.567, true],
    ['value', '!=', 1234.567, false],
    ['count', '===', 12, true],
    ['colour', '>', 1, true],
  ] as const)('%s %s %d: %s', (property, operator, value, expected) =>
    expect(passesFilter({ property, operator, value }, values)).toBe(expected),
  );
});
