import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DigestTable } from './digest-table.js';

const digest = (text: string) => createHash('sha256').update(text).digest();
/** All begin alike, so that they stand in one another's places. */
const colliding = (index: number) => Buffer.concat([Buffer.alloc(31), Buffer.from([index])]);

describe('a digest table', () => {
  it('does what a map does, whatever is added and removed in whatever order', () => {
    const step = fc.record({ isRemoval: fc.boolean(), index: fc.nat(40), collides: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const table = new DigestTable();
        const model = new Map<string, number>();
        for (const { isRemoval, index, collides } of steps) {
          const one = collides ? colliding(index) : digest(String(index));
          const slot = model.get(one.toString('hex'));
          if (!isRemoval) model.set(one.toString('hex'), table.add(one));
          else if (slot !== undefined) {
            table.remove(slot);
            model.delete(one.toString('hex'));
          }
        }
        for (const [hex, slot] of model) expect(table.find(Buffer.from(hex, 'hex'))).toBe(slot);
        expect(new Set(model.values()).size).toBe(model.size);
        for (let index = 0; index <= 40; index++)
          for (const one of [colliding(index), digest(String(index))])
            expect(table.find(one)).toBe(model.get(one.toString('hex')));
      }),
    );
  });

  it('grows, and keeps every slot', () => {
    const table = new DigestTable();
    for (let index = 0; index < 5_000; index++) expect(table.add(digest(String(index)))).toBe(index);
    for (let index = 0; index < 5_000; index++) expect(table.find(digest(String(index)))).toBe(index);
    expect(table.find(digest('5000'))).toBeUndefined();
  });

  it('gives a slot that is free to the next, so that it does not grow by change alone', () => {
    const table = new DigestTable();
    for (let index = 0; index < 10_000; index++) table.remove(table.add(digest(String(index))));
    expect(table.slots).toBe(1);
  });
});
