import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import { topic } from '@tributary/contracts/topics/topic';
import fc from 'fast-check';
import { z } from 'zod';
import { BatchRunner, Stopped, type Control } from './batch-runner.js';
import type { Consumer } from '../messages/consumer.js';
import type { DeadLetter, Incoming } from '../messages/incoming.js';
import type { Received, Rejection } from '../messages/message.js';

const numbered = topic({
  name: 'test.numbered.v1',
  schema: z.number(),
  key: String,
  partitions: 1,
  retention: { days: 1 },
});
const retry = { attempts: 3, firstDelayMs: 1, maxDelayMs: 2 };
const running: Control = { isStopped: () => false, heartbeat: async () => {} };
const batchOf = (contents: unknown[]): Incoming[] =>
  contents.map((content, index) => ({ topic: numbered.name, key: 'k', id: `${index}`, time: 0, content }));

/** A runner with the dead letters it wrote, the values its handler finished, and its log. */
function aRunner(
  handle: (values: number[], batch: Received<number>[]) => Rejection[] | void,
  { compact = false, failingWrites = 0, writeFailure = 'disk full' } = {},
) {
  const deadLetters: DeadLetter<Incoming>[] = [];
  const handled: number[] = [];
  const logged: string[] = [];
  const consumer: Consumer = {
    topic: compact ? { ...numbered, retention: 'compact' } : numbered,
    group: 'test.handler',
    broadcast: false,
    mayStayEmpty: false,
    soleOwner: false,
    startsLast: false,
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
    deadLetters.push(...written);
    return Promise.resolve();
  };
  const runner = new BatchRunner(consumer, {
    read: ({ content }) => content,
    deadLetters: { write },
    warn: (line) => void logged.push(line),
    retry,
  });
  return { runner, deadLetters, handled, logged };
}

describe('the batch runner', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('isolates every poison message, for any number and positions of them, and handles all others in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (isPoison) => {
        const { runner, deadLetters, handled } = aRunner((values) => {
          if (values.some((value) => isPoison[value])) throw new TypeError('cannot');
        });
        await runner.run(batchOf([...isPoison.keys()]), running);
        expect(handled).toEqual([...isPoison.keys()].filter((index) => !isPoison[index]));
        expect(deadLetters.map(({ message }) => message.content)).toEqual(
          [...isPoison.keys()].filter((index) => isPoison[index]),
        );
        expect(deadLetters.every(({ reason }) => reason === 'TypeError: cannot')).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('retries a failing batch before it looks for poison', async () => {
    let calls = 0;
    const { runner, deadLetters, handled } = aRunner(() => {
      if (++calls < retry.attempts) throw new Error('deadlock');
    });
    await runner.run(batchOf([1, 2]), running);
    expect({ calls, handled, deadLetters }).toEqual({ calls: retry.attempts, handled: [1, 2], deadLetters: [] });
  });

  it('waits through an outage of any length without using up an attempt', async () => {
    let calls = 0;
    const { runner, deadLetters, handled } = aRunner(() => {
      if (++calls <= retry.attempts * 5) throw unavailable('database down');
    });
    await runner.run(batchOf([1, 2]), running);
    expect(handled).toEqual([1, 2]);
    expect(deadLetters).toEqual([]);
    expect(runner.counters).toMatchObject({ handled: 2, deadLettered: 0, failures: 0, paused: 0 });
  });

  it('waits no longer between its attempts when the clock of the machine is set back', async () => {
    let calls = 0;
    const { runner, handled } = aRunner(() => {
      if (++calls === 1) throw unavailable('database down');
    });
    const hourAgo = Date.now() - 3_600_000;
    const outcome = runner.run(batchOf([1]), running);
    jest.spyOn(Date, 'now').mockReturnValue(hourAgo);
    await outcome;
    expect(handled).toEqual([1]);
  });

  it('dead-letters what its handler refuses, where the publisher has its answer already', async () => {
    const { runner, deadLetters } = aRunner((_, [first]) => [{ message: first!, reason: 'full', isRefused: true }]);
    await runner.run(batchOf([1, 2]), running);
    expect(deadLetters.map(({ message, reason }) => [message.content, reason])).toEqual([[1, 'full']]);
    expect(runner.counters).toMatchObject({ handled: 1, deadLettered: 1 });
  });

  it('dead-letters messages that the schema rejects, with the reason, and hands over the rest', async () => {
    const { runner, deadLetters, handled } = aRunner(() => {});
    await runner.run(batchOf([1, 'two', null]), running);
    expect(handled).toEqual([1]);
    expect(deadLetters.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('not a test.numbered.v1: Invalid input: expected number, received string'),
      expect.stringContaining('received null'),
    ]);
  });

  it('hands over the tombstones of a compacted topic', async () => {
    const { runner, handled } = aRunner(() => {}, { compact: true });
    await runner.run(batchOf([1, null]), running);
    expect(handled).toEqual([1, null]);
  });

  it('dead-letters the messages that the handler rejects, also when it returns copies of them', async () => {
    const { runner, deadLetters } = aRunner((_values, batch) =>
      batch.slice(1).map((message) => ({ message: { ...message }, reason: 'unknown datamart' })),
    );
    await runner.run(batchOf([1, 2]), running);
    expect(deadLetters).toMatchObject([{ message: { id: '1' }, reason: 'unknown datamart' }]);
  });

  it('retries writing a dead letter until it succeeds, and handles no message twice', async () => {
    const { runner, deadLetters, handled } = aRunner(() => {}, { failingWrites: 10 });
    await runner.run(batchOf([1, 'two']), running);
    expect(handled).toEqual([1]);
    expect(deadLetters).toHaveLength(1);
  });

  it('logs events and numbers of messages, and nothing of their content', async () => {
    let calls = 0;
    const { runner, deadLetters, logged } = aRunner(
      (values) => {
        const quote = `invalid input syntax: "jane@example.com"`;
        if (++calls === 1) throw unavailable('database down', Object.assign(new Error(quote), { code: '42P01' }));
        if (values.includes(1)) throw new Error(quote);
      },
      { failingWrites: 1, writeFailure: 'cannot write jane@example.com' },
    );
    await runner.run(batchOf([1, 2]), running);
    expect(deadLetters[0]?.reason).toContain('jane@example.com');
    expect(logged).toEqual([
      'test.handler cannot handle its messages and waits: database down (Error 42P01)',
      'test.handler dead-letters 1 messages of test.numbered.v1, the first with id 0',
      'test.handler cannot write its dead letters and waits: The disk or the broker refuses the write (Error)',
      'test.handler resumes after 1 failed attempts to write its dead letters',
    ]);
  });

  it('gives up when it is stopped while waiting', async () => {
    let stopped = false;
    const { runner, deadLetters } = aRunner(() => {
      stopped = true;
      throw unavailable('database down');
    });
    await expect(runner.run(batchOf([1]), { ...running, isStopped: () => stopped })).rejects.toBeInstanceOf(Stopped);
    expect(deadLetters).toEqual([]);
  });

  it('gives up when the group membership is lost, and dead-letters nothing', async () => {
    const lost = new Error('rebalance');
    const { runner, deadLetters } = aRunner(() => {
      throw new TypeError('cannot');
    });
    const heartbeat = () => Promise.reject(lost);
    await expect(runner.run(batchOf([1]), { ...running, heartbeat })).rejects.toMatchObject({ cause: lost });
    expect(deadLetters).toEqual([]);
  });
});
