import { describe, expect, it } from '@jest/globals';
import { activityId } from './activity-id.js';

const unique = '9f2b1a84-0000-4000-8000-00000000000a';

describe('activityId', () => {
  it('is the unique key, if there is one', () => {
    expect(activityId(unique, { idempotencyKey: 'k' })).toBe(unique);
  });

  it('is a UUIDv8 that is equal for equal Idempotency-Keys only', () => {
    expect(activityId(undefined, { idempotencyKey: 'k' })).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(activityId(undefined, { idempotencyKey: 'k' })).toBe(activityId(undefined, { idempotencyKey: 'k' }));
    expect(activityId(undefined, { idempotencyKey: 'k' })).not.toBe(activityId(undefined, { idempotencyKey: 'K' }));
  });

  it.each([[undefined], ['']])('is a new UUIDv7 with the Idempotency-Key %j', (key) => {
    expect(activityId(undefined, { idempotencyKey: key })).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(activityId(undefined, { idempotencyKey: key })).not.toBe(activityId(undefined, { idempotencyKey: key }));
  });

  it('refuses an Idempotency-Key of more than 255 characters', () => {
    expect(activityId(undefined, { idempotencyKey: 'x'.repeat(255) })).toBeDefined();
    expect(() => activityId(undefined, { idempotencyKey: 'x'.repeat(256) })).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST_DATA' }),
    );
  });

  it.each([
    ['no', undefined],
    ['an empty', ''],
    ['an', 'k'],
    ['too long an', 'x'.repeat(256)],
  ])('is the same for every replay of a signed request, also with %s Idempotency-Key', (_case, key) => {
    const signature = { key_id: 'k', mac: 'm' };
    expect(activityId(undefined, { signature })).toMatch(/^.{8}-.{4}-8/);
    expect(activityId(undefined, { idempotencyKey: key, signature })).toBe(activityId(undefined, { signature }));
    for (const other of [
      { ...signature, mac: 'n' },
      { ...signature, key_id: 'l' },
    ])
      expect(activityId(undefined, { idempotencyKey: key, signature: other })).not.toBe(
        activityId(undefined, { idempotencyKey: key, signature }),
      );
  });

  describe('of a line', () => {
    const sources = [
      ['an Idempotency-Key', { idempotencyKey: 'k' }],
      ['a signature', { signature: { key_id: 'k', mac: 'm' } }],
    ] as const;

    it.each(sources)(
      'with %s is different for each line, and that of line 1 is that of a single activity',
      (_case, source) => {
        const ids = Array.from({ length: 1_000 }, (_, index) => activityId(undefined, source, index + 1));
        expect(new Set(ids).size).toBe(1_000);
        expect(ids[0]).toBe(activityId(undefined, source));
        expect(ids[6]).toBe(activityId(undefined, source, 7));
      },
    );

    // A client may send a request again after an upgrade.
    it.each([
      [sources[0][1], 1, '7e65172d-35a6-844c-8493-f86b2ec032e2'],
      [sources[0][1], 2, '241ee938-f541-8fc6-9174-c9eafbacbdc0'],
      [sources[1][1], 1, '958c6e5d-785e-87aa-a0fc-7e42609fdc66'],
      [sources[1][1], 2, '10bfd06d-5502-81a4-a9ce-cc21e7c88f7f'],
    ])('is the same in every version: %j, line %i', (source, line, id) => {
      expect(activityId(undefined, source, line)).toBe(id);
    });

    it('is the unique key on any line', () => {
      for (const [, source] of sources) expect(activityId(unique, source, 7)).toBe(unique.toLowerCase());
    });
  });
});
