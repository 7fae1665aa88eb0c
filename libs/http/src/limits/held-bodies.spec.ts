import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HeldBodies, type HeldBody } from './held-bodies.js';

const maxBytes = 1_000;

/** Bodies that grow, and end, in any order. */
const steps = fc.array(fc.record({ body: fc.nat(9), bytes: fc.integer({ min: 1, max: 400 }), ends: fc.boolean() }), {
  maxLength: 60,
});

describe('HeldBodies', () => {
  it('never holds more than the bound, counts what it holds, and refuses the oldest first', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        /** Bytes of the bodies that are neither refused nor ended, the oldest first. */
        const expected = new Map<number, number>();
        let refused = 0;
        const held = new HeldBodies(maxBytes, () => refused++);
        const bodies = Array.from({ length: 10 }, (_, index): HeldBody => {
          const refuse = (error: Error) => {
            expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
            expect([...expected.keys()][0]).toBe(index);
            expected.delete(index);
          };
          return { refuse };
        });
        let before = 0;
        for (const { body, bytes, ends } of taken) {
          const known = expected.get(body) ?? 0;
          expected.set(body, known + bytes);
          held.hold(bodies[body]!, known + bytes);
          expect(held.bytes).toBeLessThanOrEqual(maxBytes);
          if (ends) {
            held.release(bodies[body]!);
            expected.delete(body);
          }
          expect(held.bytes).toBe([...expected.values()].reduce((sum, each) => sum + each, 0));
          expect(refused).toBeGreaterThanOrEqual(before);
          before = refused;
        }
      }),
    );
  });

  it('refuses nothing within the bound, and one body beyond it', () => {
    const refused: number[] = [];
    const held = new HeldBodies(maxBytes, () => undefined);
    [400, 400, 200, 1].forEach((bytes, index) => held.hold({ refuse: () => refused.push(index) }, bytes));
    expect([refused, held.bytes]).toEqual([[0], 601]);
  });
});
