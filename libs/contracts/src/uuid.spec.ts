import { describe, expect, it } from '@jest/globals';
import { uuid7, uuid8 } from './uuid.js';

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
  it('is the same for equal texts only', () => {
    expect(uuid8('k')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(uuid8('k')).toBe('8254c329-a928-80f6-9539-dd376f4816ee');
    expect(uuid8('k')).not.toBe(uuid8('K'));
  });
});
