import { describe, expect, it } from '@jest/globals';
import { uuid7, uuid8, uuid8Series } from './uuid.js';

describe('uuid7', () => {
  it('holds the time, the version and the variant', () => {
    expect(uuid7(Date.parse('2022-02-22T19:22:22Z'))).toMatch(
      /^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('sorts by time and never repeats', () => {
    const ids = Array.from({ length: 1_000 }, (_, ms) => uuid7(1_700_000_000_000 + ms));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(Array.from({ length: 1_000 }, () => uuid7(1))).size).toBe(1_000);
  });
});

describe('uuid8', () => {
  it('is the same only for equal texts', () => {
    expect(uuid8('k')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(uuid8('k')).toBe('8254c329-a928-80f6-9539-dd376f4816ee');
    expect(uuid8('k')).not.toBe(uuid8('K'));
  });
});

describe('uuid8Series', () => {
  it('has one id per number, which sort like the numbers and are the same for equal texts', () => {
    const idOf = uuid8Series('k');
    const numbers = [0, 1, 9, 10, 15, 16, 2_147_483_648, 281_474_976_710_655];
    const ids = numbers.map(idOf);
    expect(ids.toSorted()).toEqual(ids);
    expect([ids[0], ids.at(-1)]).toEqual([
      '8254c329-a928-80f6-9539-000000000000',
      '8254c329-a928-80f6-9539-ffffffffffff',
    ]);
    expect(numbers.map(uuid8Series('k'))).toEqual(ids);
    expect(numbers.map(uuid8Series('K')).some((id) => ids.includes(id))).toBe(false);
  });
});
