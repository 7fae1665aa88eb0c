import { describe, expect, it, jest } from '@jest/globals';
import { randomId, uuid7 } from './unique-id.js';

describe('uuid7', () => {
  it('has the form and the time of a UUIDv7', () => {
    const now = Date.now() + 60_000;
    const id = uuid7(now);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now);
  });

  it('sorts in the order of making: within a millisecond, beyond 4,096 of them, and when the clock goes back', () => {
    const now = Date.now() + 120_000;
    const ids = Array.from({ length: 10_000 }, (_, index) => uuid7(index % 7 === 0 ? now - 5_000 : now));
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('random ids differ', () => expect(new Set(Array.from({ length: 1_000 }, randomId)).size).toBe(1_000));

  it('come from the generator of the browser', () => {
    const fill = <Bytes extends ArrayBufferView | null>(bytes: Bytes) => (
      (bytes as unknown as Uint8Array).fill(0xab),
      bytes
    );
    const generator = jest.spyOn(crypto, 'getRandomValues').mockImplementation(fill);
    expect(randomId()).toBe('ab'.repeat(16));
    generator.mockRestore();
  });
});
