import { describe, expect, it } from '@jest/globals';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import fc from 'fast-check';
import { BatchesInHand } from './batches-in-hand.js';

const source = { group: 'group', topic: 'topic' };
const watcherOf = ({ memory }: BatchesInHand) => new BatchesInHand(memory);
const inHandOf = (inHand: BatchesInHand) => {
  const watcher = watcherOf(inHand);
  return watcher.taken().map((slot) => watcher.suspect(slot));
};

describe('BatchesInHand', () => {
  it('shows another thread every batch in hand, with names of any characters, until it is released', () => {
    const name = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(fc.array(fc.array(name, { maxLength: 50 }), { maxLength: 64 }), (batches) => {
        const inHand = new BatchesInHand();
        const holds = batches.map((messages) => {
          const hold = inHand.take('group', 'topic');
          hold?.hold(messages);
          return hold;
        });
        // UTF-8 has no lone surrogates.
        const stored = (text: string) => Buffer.from(text).toString();
        expect(inHandOf(inHand)).toEqual(
          batches.map((messages) => ({ ...source, messages: messages.map(stored), wasSuspect: false })),
        );
        for (const hold of holds) hold?.release();
        expect(inHandOf(inHand)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('keeps the first messages of a batch that is too large', () => {
    const inHand = new BatchesInHand();
    const messages = Array.from({ length: 4_000 }, (_, index) => `message-${index}-of-a-large-batch`);
    inHand.take('group', 'topic')?.hold(messages);
    expect(inHandOf(inHand)).toMatchObject([{ ...source, messages: messages.slice(0, 2_000) }]);
  });

  it('holds no more than 64 batches', () => {
    const inHand = new BatchesInHand();
    const holds = Array.from({ length: 65 }, () => inHand.take('group', 'topic'));
    expect(holds.map((hold) => hold !== undefined)).toEqual([...Array<boolean>(64).fill(true), false]);
  });

  it('knows whose code runs, and nothing of code that runs on after its batch was released', () => {
    const inHand = new BatchesInHand();
    const [first, second] = [inHand.take('group', 'topic'), inHand.take('group', 'topic')];
    const slotsIn = (hold: typeof first) => hold && BatchesInHand.current(hold.context(ROOT_CONTEXT));
    expect([slotsIn(first), slotsIn(second), BatchesInHand.current(ROOT_CONTEXT)]).toEqual([[0], [1], []]);
    first?.release();
    inHand.take('group', 'topic');
    expect([slotsIn(first), slotsIn(second)]).toEqual([[], [1]]);
  });

  it('knows for which batches code runs that is combined, but those that were released', () => {
    const inHand = new BatchesInHand();
    const [first, second, other, third] = Array.from({ length: 4 }, () => inHand.take('group', 'topic'));
    const contexts = [first, second, third].map((hold) => hold?.context(ROOT_CONTEXT) ?? ROOT_CONTEXT);
    const combined = BatchesInHand.combine(ROOT_CONTEXT, [...contexts, ROOT_CONTEXT]);
    expect(BatchesInHand.current(combined)).toEqual([0, 1, 3]);
    second?.release();
    other?.release();
    inHand.take('group', 'topic');
    expect(BatchesInHand.current(combined)).toEqual([0, 3]);
  });

  it('forgets a suspicion with the next messages', () => {
    const inHand = new BatchesInHand();
    const hold = inHand.take('group', 'topic');
    hold?.hold(['1']);
    watcherOf(inHand).suspect(0);
    expect(hold?.isSuspect()).toBe(true);
    hold?.hold(['2']);
    expect(hold?.isSuspect()).toBe(false);
  });
});
