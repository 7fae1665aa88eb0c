import { describe, expect, it } from '@jest/globals';
import { countFates, fatesOf, type CountedActivity } from './count-fates.js';

const hour = 3_600_000;
const an = (activity_id: string, received_ts = 0, datamart_id = '1'): CountedActivity => ({
  datamart_id,
  activity_id,
  received_ts,
});

describe('fatesOf', () => {
  it.each([
    ['what is stored', [an('a'), an('b')], ['a', 'b'], ['a', 'b'], ['stored', 'stored']],
    ['what was stored before', [an('a'), an('b')], ['b'], ['b'], ['duplicate', 'stored']],
    ['the second of one id in a batch', [an('a'), an('a')], ['a'], ['a'], ['stored', 'duplicate']],
    ['an id in other letters as the same', [an('A'), an('a')], ['a'], ['a'], ['stored', 'duplicate']],
    ['who has been erased', [an('a'), an('b'), an('a')], ['a', 'b'], ['b'], ['erased', 'stored', 'duplicate']],
  ] as const)('tells %s', (_case, activities, fresh, stored, expected) => {
    const storing = { fresh: fresh.map((id) => an(id)), stored: stored.map((id) => an(id)) };
    expect(fatesOf([...activities], storing)).toEqual(expected);
  });

  it('keeps equal ids of two datamarts apart', () => {
    const storing = { fresh: [an('a', 0, '2')], stored: [an('a', 0, '2')] };
    expect(fatesOf([an('a', 0, '1'), an('a', 0, '2')], storing)).toEqual(['duplicate', 'stored']);
  });
});

describe('countFates', () => {
  it('counts by the hour and the datamart of each activity, in one order for all transactions', () => {
    const activities = [an('a', hour + 1, '2'), an('b', 5, '2'), an('c', hour + 2, '1'), an('d', hour - 1, '2')];
    expect(countFates(activities, ['stored', 'erased', 'duplicate', 'stored'])).toEqual([
      { hour_ts: 0, datamart_id: '2', stored: 1, duplicate: 0, erased: 1 },
      { hour_ts: hour, datamart_id: '1', stored: 0, duplicate: 1, erased: 0 },
      { hour_ts: hour, datamart_id: '2', stored: 1, duplicate: 0, erased: 0 },
    ]);
  });
});
