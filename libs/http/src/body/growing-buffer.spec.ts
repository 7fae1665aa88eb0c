import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GrowingBuffer } from './growing-buffer.js';

it('the pieces of a body are the same in any size', () => {
  const piece = fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const copies = pieces.map((one) => Buffer.from(one));
      const body = new GrowingBuffer();
      for (const one of pieces) body.append(one);
      expect(body.bytes).toEqual(Buffer.concat(copies));
      expect(pieces).toEqual(copies);
    }),
  );
});

it('a body in pieces of one byte is copied a few times, and not once per piece', () => {
  const body = new GrowingBuffer(100_000);
  const places = new Set<ArrayBufferLike>();
  for (let count = 0; count < 100_000; count += 1) {
    body.append(Buffer.alloc(1, 'x'));
    places.add(body.bytes.buffer);
  }
  expect(body.length).toBe(100_000);
  expect(body.capacity).toBe(100_000);
  expect(places.size).toBeLessThan(20);
});
