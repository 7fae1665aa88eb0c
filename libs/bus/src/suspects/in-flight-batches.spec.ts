import { describe, expect, it } from '@jest/globals';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import fc from 'fast-check';
import { InFlightBatches } from './in-flight-batches.js';

const source = { group: 'group', topic: 'topic' };
const watcherOf = ({ memory }: InFlightBatches) => new InFlightBatches(memory);
const inFlightOf = (inFlight: InFlightBatches) => {
  const watcher = watcherOf(inFlight);
  return watcher.taken().map((slot) => watcher.suspect(slot));
};

describe('InFlightBatches', () => {
  it('shows another thread every batch in flight, with names of any characters, until it is released', () => {
    const name = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(fc.array(fc.array(name, { maxLength: 50 }), { maxLength: 64 }), (batches) => {
        const inFlight = new InFlightBatches();
        const holds = batches.map((messages) => {
          const hold = inFlight.take('group', 'topic');
          hold?.hold(messages);
          return hold;
        });
        // UTF-8 has no lone surrogates.
        const stored = (text: string) => Buffer.from(text).toString();
        expect(inFlightOf(inFlight)).toEqual(
          batches.map((messages) => ({ ...source, messages: messages.map(stored), wasSuspect: false })),
        );
        for (const hold of holds) hold?.release();
        expect(inFlightOf(inFlight)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('keeps the first messages of a batch that is too large', () => {
    const inFlight = new InFlightBatches();
    const messages = Array.from({ length: 4_000 }, (_, index) => `message-${index}-of-a-large-batch`);
    inFlight.take('group', 'topic')?.hold(messages);
    expect(inFlightOf(inFlight)).toMatchObject([{ ...source, messages: messages.slice(0, 2_000) }]);
  });

  it('holds no more than 64 batches', () => {
    const inFlight = new InFlightBatches();
    const holds = Array.from({ length: 65 }, () => inFlight.take('group', 'topic'));
    expect(holds.map((hold) => hold !== undefined)).toEqual([...Array<boolean>(64).fill(true), false]);
  });

  it('knows whose code runs, and nothing of code that runs on after its batch was released', () => {
    const inFlight = new InFlightBatches();
    const [first, second] = [inFlight.take('group', 'topic'), inFlight.take('group', 'topic')];
    const slotsIn = (hold: typeof first) => hold && InFlightBatches.current(hold.context(ROOT_CONTEXT));
    expect([slotsIn(first), slotsIn(second), InFlightBatches.current(ROOT_CONTEXT)]).toEqual([[0], [1], []]);
    first?.release();
    inFlight.take('group', 'topic');
    expect([slotsIn(first), slotsIn(second)]).toEqual([[], [1]]);
  });

  it('knows for which batches code runs that is combined, but those that were released', () => {
    const inFlight = new InFlightBatches();
    const [first, second, other, third] = Array.from({ length: 4 }, () => inFlight.take('group', 'topic'));
    const contexts = [first, second, third].map((hold) => hold?.context(ROOT_CONTEXT) ?? ROOT_CONTEXT);
    const combined = InFlightBatches.combine(ROOT_CONTEXT, [...contexts, ROOT_CONTEXT]);
    expect(InFlightBatches.current(combined)).toEqual([0, 1, 3]);
    second?.release();
    other?.release();
    inFlight.take('group', 'topic');
    expect(InFlightBatches.current(combined)).toEqual([0, 3]);
  });

  it('forgets a suspicion with the next messages', () => {
    const inFlight = new InFlightBatches();
    const hold = inFlight.take('group', 'topic');
    hold?.hold(['1']);
    watcherOf(inFlight).suspect(0);
    expect(hold?.isSuspect()).toBe(true);
    hold?.hold(['2']);
    expect(hold?.isSuspect()).toBe(false);
  });
});
