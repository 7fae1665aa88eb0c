import { beforeEach, describe, expect, it } from '@jest/globals';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { OutboundQueue, mayBeWritten, type QueuedMessage } from './outbound-queue.js';

const organisations = ['a', 'b', 'c', 'd'];
const beyondShare = 'Too many activities of the organisation wait to be stored';

/** A queue of sixteen messages of ten bytes. */
class Queue {
  private readonly outbound = new OutboundQueue({ maxQueuedMessages: 16, maxQueuedBytes: 160 });
  private readonly waiting = new Map<string, QueuedMessage[]>(organisations.map((one) => [one, []]));

  /** @returns why no message more is taken, if any of them is refused */
  publish(organisation_id: string, times = 1, bytes = 10): string | undefined {
    for (let i = 0; i < times; i++) {
      try {
        const publication = this.outbound.accept({ messages: 1, bytes }, { organisation_id });
        publication.settled.catch(() => {});
        this.waiting.get(organisation_id)?.push({ publication, bytes });
      } catch (error) {
        expect(mayBeWritten(error)).toBe(false);
        return (error as Error).message;
      }
    }
    return undefined;
  }

  settle(organisation_id: string, times = 1): void {
    for (const one of this.waiting.get(organisation_id)?.splice(0, times) ?? []) this.outbound.settle(one);
  }

  count = (organisation_id: string) => this.waiting.get(organisation_id)?.length ?? 0;
  settleAll = () => organisations.forEach((one) => this.settle(one, Infinity));
  uses = () => this.outbound.shares.organisations();
}

let queue: Queue;
beforeEach(() => {
  queue = new Queue();
});
/** All organisations are active, and hold nothing. */
const sendOnce = () =>
  organisations.forEach((one) => {
    queue.publish(one);
    queue.settle(one);
  });

describe('messages to publish', () => {
  it('of an organisation that is alone may fill the queue', () => {
    expect(queue.publish('a', 16)).toBeUndefined();
    expect(queue.publish('a')).toBe('The queue of messages to publish is full');
  });

  it('leave the last quarter to organisations that have none in it, a call each', () => {
    sendOnce();
    expect(queue.publish('a', 20)).toBe(beyondShare);
    expect(queue.count('a')).toBe(12);
    for (const other of ['b', 'c', 'd']) expect(queue.publish(other)).toBeUndefined();
    expect(queue.publish('b')).toBe(beyondShare);
    expect(queue.uses()).toContainEqual({ organisation_id: 'a', held: 12, waiting: 0 });
  });

  it('leave it by their bytes, too', () => {
    sendOnce();
    expect(queue.publish('a', 20, 50)).toBe(beyondShare);
    expect(queue.count('a')).toBe(2);
    expect(queue.publish('b', 1, 50)).toBeUndefined();
  });

  it('(control) of no organisation leave nothing', () => {
    sendOnce();
    const outbound = new OutboundQueue({ maxQueuedMessages: 16 });
    for (let i = 0; i < 16; i++) outbound.accept({ messages: 1 }).settled.catch(() => {});
    expect(() => outbound.accept({ messages: 1 }, { organisation_id: 'b' })).toThrow('is full');
  });

  it('become equal among organisations that are refused, as messages end', () => {
    sendOnce();
    for (let round = 0; round < 40; round++) {
      queue.publish('a', 20);
      queue.publish('b', 20);
      for (const one of organisations) queue.settle(one);
    }
    queue.publish('a', 20);
    queue.publish('b', 20);
    expect([queue.count('a'), queue.count('b')]).toEqual([6, 6]);
  });

  it('in any order: one that has none is taken while there is room, none gets more than three quarters beside others, all end', () => {
    const step = fc.record({ of: fc.constantFrom(...organisations), isPublish: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
        queue = new Queue();
        sendOnce();
        for (const { of, isPublish } of steps) {
          if (isPublish) queue.publish(of, 6);
          else queue.settle(of);
          expect(queue.count(of)).toBeLessThanOrEqual(12);
          if (isPublish) expect(queue.count(of)).toBeGreaterThan(0);
        }
        queue.settleAll();
        expect(queue.uses()).toEqual([]);
      }),
      { numRuns: lawRuns(150) },
    );
  });
});
