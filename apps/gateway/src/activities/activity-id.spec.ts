import { describe, expect, it } from '@jest/globals';
import { activityId } from './activity-id.js';

const unique = '9F2B1A84-0000-4000-8000-00000000000A';

describe('activityId', () => {
  it('is the lower-cased unique key, if there is one', () => {
    expect(activityId(unique, 'k')).toBe(unique.toLowerCase());
  });

  it('is a UUIDv8 that is equal for equal Idempotency-Keys only', () => {
    expect(activityId(null, 'k')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(activityId(undefined, 'k')).toBe(activityId(null, 'k'));
    expect(activityId(null, 'k')).not.toBe(activityId(null, 'K'));
  });

  it.each([[undefined], ['']])('is a new UUIDv7 with the Idempotency-Key %j', (key) => {
    expect(activityId(undefined, key)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(activityId(undefined, key)).not.toBe(activityId(undefined, key));
  });

  it('refuses an Idempotency-Key of more than 255 characters', () => {
    expect(activityId(undefined, 'x'.repeat(255))).toBeDefined();
    expect(() => activityId(undefined, 'x'.repeat(256))).toThrow(expect.objectContaining({ code: 'BAD_REQUEST_DATA' }));
  });

  it.each([
    ['no', undefined],
    ['an empty', ''],
    ['an', 'k'],
    ['too long an', 'x'.repeat(256)],
  ])('is the same for every replay of a signed request, also with %s Idempotency-Key', (_case, key) => {
    const signature = { key_id: 'k', mac: 'm' };
    expect(activityId(undefined, undefined, signature)).toMatch(/^.{8}-.{4}-8/);
    expect(activityId(undefined, key, signature)).toBe(activityId(null, undefined, signature));
    for (const other of [
      { ...signature, mac: 'n' },
      { ...signature, key_id: 'l' },
    ])
      expect(activityId(undefined, key, other)).not.toBe(activityId(undefined, key, signature));
  });
});
