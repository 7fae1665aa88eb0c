import fc from 'fast-check';

/** Activities that a tab queues before it ends. */
export const perLife = 15;

/** A tab that queues activities, and ends. */
export interface Life {
  isDown: boolean;
  lostAnswers: number;
  ms: number;
  end: 'close' | 'reload' | 'about:blank' | 'chrome://crash';
}
export const life: fc.Arbitrary<Life> = fc.record({
  isDown: fc.boolean(),
  lostAnswers: fc.integer({ min: 0, max: 2 }),
  ms: fc.integer({ min: 0, max: 150 }),
  end: fc.constantFrom('close', 'reload', 'about:blank', 'chrome://crash'),
});
