import { describe, expect, it } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import { topic } from '@tributary/contracts/topic';
import fc from 'fast-check';
import { z } from 'zod';
import { BatchRunner, Stopped, type Control } from './batch-runner.js';
import type { Consumer } from './consumer.js';
import type { DeadLetter, Incoming } from './incoming.js';
import type { Received, Rejection } from './message.js';

const numbered = topic({
  name: 'test.numbered.v1',
  schema: z.number(),
  key: String,
  partitions: 1,
  retention: { days: 1 },
});
const retry = { attempts: 3, firstDelayMs: 1, maxDelayMs: 2 };
const free: Control = { isStopped: () => false, heartbeat: async () => {} };
const batchOf = (contents: unknown[]): Incoming[] =>
  contents.map((content, index) => ({ topic: numbered.name, key: 'k', id: `${index}`, time: 0, content }));

/** A runner, what it wrote as dead letters, and what its handler finished. */
function aRunner(
  handle: (values: number[], batch: Received<number>[]) => Rejection[] | void,
  { compact = false, failingWrites = 0, writeFailure = 'disk full' } = {},
) {
  const letters: DeadLetter<Incoming>[] = [];
  const handled: number[] = [];
  const logged: string[] = [];
  const consumer: Consumer = {
    topic: compact ? { ...numbered, retention: 'compact' } : numbered,
    group: 'test.handler',
    broadcast: false,
    maxBatch: 500,
    concurrency: 1,
    handle: async (batch) => {
      const values = (batch as Received<number>[]).map(({ value }) => value);
      const rejections = handle(values, batch as Received<number>[]) ?? [];
      handled.push(...values);
      return Promise.resolve(rejections);
    },
  };
  const write = async (written: DeadLetter<Incoming>[]) => {
    if (failingWrites-- > 0) throw new Error(writeFailure);
    letters.push(...written);
    return Promise.resolve();
  };
  const runner = new BatchRunner(consumer, {
    read: ({ content }) => content,
    deadLetters: { write },
    warn: (line) => void logged.push(line),
    retry,
  });
  return { runner, letters, handled, logged };
}

describe('the batch runner', () => {
  it('finds every poison message, whatever their number and places, and handles all others in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (isPoison) => {
        const { runner, letters, handled } = aRunner((values) => {
          if (values.some((value) => isPoison[value])) throw new TypeError('cannot');
        });
        await runner.run(batchOf([...isPoison.keys()]), free);
        expect(handled).toEqual([...isPoison.keys()].filter((index) => !isPoison[index]));
        expect(letters.map(({ message }) => message.content)).toEqual(
          [...isPoison.keys()].filter((index) => isPoison[index]),
        );
        expect(letters.every(({ reason }) => reason === 'TypeError: cannot')).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('tries a failing batch again before it suspects poison', async () => {
    let calls = 0;
    const { runner, letters, handled } = aRunner(() => {
      if (++calls < retry.attempts) throw new Error('deadlock');
    });
    await runner.run(batchOf([1, 2]), free);
    expect({ calls, handled, letters }).toEqual({ calls: retry.attempts, handled: [1, 2], letters: [] });
  });

  it('sits out an outage of any length without using up an attempt', async () => {
    let calls = 0;
    const { runner, letters, handled } = aRunner(() => {
      if (++calls <= retry.attempts * 5) throw unavailable('database down');
    });
    await runner.run(batchOf([1, 2]), free);
    expect(handled).toEqual([1, 2]);
    expect(letters).toEqual([]);
    expect(runner.counters).toEqual({ handled: 2, deadLettered: 0, failures: 0, paused: 0 });
  });

  it('dead-letters what the schema refuses, saying why, and hands over the rest', async () => {
    const { runner, letters, handled } = aRunner(() => {});
    await runner.run(batchOf([1, 'two', null]), free);
    expect(handled).toEqual([1]);
    expect(letters.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('not a test.numbered.v1: Invalid input: expected number, received string'),
      expect.stringContaining('received null'),
    ]);
  });

  it('hands over tombstones of a compacted topic', async () => {
    const { runner, handled } = aRunner(() => {}, { compact: true });
    await runner.run(batchOf([1, null]), free);
    expect(handled).toEqual([1, null]);
  });

  it('dead-letters what the handler rejects, copies of messages too', async () => {
    const { runner, letters } = aRunner((_values, batch) =>
      batch.slice(1).map((message) => ({ message: { ...message }, reason: 'unknown datamart' })),
    );
    await runner.run(batchOf([1, 2]), free);
    expect(letters).toMatchObject([{ message: { id: '1' }, reason: 'unknown datamart' }]);
  });

  it('writes a dead letter until that works, without handling anything twice', async () => {
    const { runner, letters, handled } = aRunner(() => {}, { failingWrites: 10 });
    await runner.run(batchOf([1, 'two']), free);
    expect(handled).toEqual([1]);
    expect(letters).toHaveLength(1);
  });

  it('logs what happens to how many messages, and nothing of what they hold', async () => {
    let calls = 0;
    const { runner, letters, logged } = aRunner(
      (values) => {
        const quote = `invalid input syntax: "jane@example.com"`;
        if (++calls === 1) throw unavailable('database down', Object.assign(new Error(quote), { code: '42P01' }));
        if (values.includes(1)) throw new Error(quote);
      },
      { failingWrites: 1, writeFailure: 'cannot write jane@example.com' },
    );
    await runner.run(batchOf([1, 2]), free);
    expect(letters[0]?.reason).toContain('jane@example.com');
    expect(logged).toEqual([
      'test.handler cannot handle its messages and waits: database down (Error 42P01)',
      'test.handler dead-letters 1 of test.numbered.v1, the first with the id 0',
      'test.handler cannot write its dead letters and waits: The disk or the broker refuses (Error)',
      'test.handler goes on after 1 attempts to write its dead letters',
    ]);
  });

  it('gives up when it is stopped while it waits', async () => {
    let stopped = false;
    const { runner, letters } = aRunner(() => {
      stopped = true;
      throw unavailable('database down');
    });
    await expect(runner.run(batchOf([1]), { ...free, isStopped: () => stopped })).rejects.toBeInstanceOf(Stopped);
    expect(letters).toEqual([]);
  });

  it('gives up when the group membership is lost, and dead-letters nothing', async () => {
    const lost = new Error('rebalance');
    const { runner, letters } = aRunner(() => {
      throw new TypeError('cannot');
    });
    const heartbeat = () => Promise.reject(lost);
    await expect(runner.run(batchOf([1]), { ...free, heartbeat })).rejects.toMatchObject({ cause: lost });
    expect(letters).toEqual([]);
  });
});
