import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import { topic } from '@tributary/contracts/topics/topic';
import type { MessageHandler } from '@nestjs/microservices';
import fc from 'fast-check';
import { z } from 'zod';
import { FileSuspectLog } from '../in-process/file-suspect-log.js';
import { InProcessPublisher } from '../in-process/in-process.publisher.js';
import { InProcessStrategy } from '../in-process/in-process.strategy.js';
import type { Consumer } from '../messages/consumer.js';
import type { DeadLetter, Incoming } from '../messages/incoming.js';
import type { Received } from '../messages/message.js';
import { InFlightBatches } from '../suspects/in-flight-batches.js';
import type { SuspectBatch } from '../suspects/suspect-log.js';
import { Suspects } from '../suspects/suspects.js';
import { BatchRunner, Stopped, type Control, type RunnerOptions } from './batch-runner.js';

const numbered = topic({
  name: 'test.numbered.v1',
  schema: z.number(),
  key: String,
  partitions: 1,
  retention: { days: 1 },
});
const group = 'test.handler';
const running: Control = { isStopped: () => false, heartbeat: async () => {} };
const batchOf = (values: number[]): Incoming[] =>
  values.map((value) => ({ topic: numbered.name, key: 'k', id: `${value}`, time: 0, content: value }));

/** Does as the watchdog when the thread is blocked. */
const block = ({ memory }: InFlightBatches) => {
  const watchdog = new InFlightBatches(memory);
  for (const slot of watchdog.taken()) watchdog.suspect(slot);
};

function aRunner(handle: (values: number[]) => void, options: Partial<RunnerOptions<Incoming>>) {
  const deadLetters: DeadLetter<Incoming>[] = [];
  const calls: number[][] = [];
  const handled: number[] = [];
  const consumer: Consumer = {
    topic: numbered,
    group,
    broadcast: false,
    mayStayEmpty: false,
    soleOwner: false,
    startsLast: false,
    maxBatch: 500,
    concurrency: 1,
    handle: (batch) => {
      const values = (batch as Received<number>[]).map(({ value }) => value);
      calls.push(values);
      handle(values);
      handled.push(...values);
      return Promise.resolve([]);
    },
  };
  const runner = new BatchRunner(consumer, {
    read: ({ content }) => content,
    deadLetters: { write: (written) => Promise.resolve(void deadLetters.push(...written)) },
    warn: () => {},
    retry: { attempts: 3, firstDelayMs: 1, maxDelayMs: 2 },
    ...options,
  });
  return { runner, deadLetters, handled, calls };
}

describe('a handler that blocks the thread, and whose session ends meanwhile', () => {
  it('fails by that, so that the messages that block are isolated, for any number and positions of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), async (blocks) => {
        const inFlight = new InFlightBatches();
        const { runner, deadLetters, handled } = aRunner(
          (values) => {
            if (!values.some((value) => blocks[value])) return;
            block(inFlight);
            throw unavailable('Connection terminated');
          },
          { inFlight },
        );
        await runner.run(batchOf([...blocks.keys()]), running);
        expect(handled).toEqual([...blocks.keys()].filter((value) => !blocks[value]));
        expect(deadLetters.map(({ message }) => message.content)).toEqual(
          [...blocks.keys()].filter((value) => blocks[value]),
        );
        for (const { reason } of deadLetters) expect(reason).toMatch(/^ThreadBlocked: /);
      }),
      { numRuns: 25 },
    );
  });

  it('(control) counts as an outage for ever where nothing watches the thread', async () => {
    let calls = 0;
    const { runner, deadLetters } = aRunner(() => {
      calls++;
      throw unavailable('Connection terminated');
    }, {});
    const control = { ...running, isStopped: () => calls > 20 };
    await expect(runner.run(batchOf([1, 2]), control)).rejects.toBeInstanceOf(Stopped);
    expect(deadLetters).toEqual([]);
  });

  it('has succeeded if it succeeds: that is counted, and no failure', async () => {
    const inFlight = new InFlightBatches();
    const { runner, deadLetters, handled } = aRunner(() => block(inFlight), { inFlight });
    await runner.run(batchOf([1, 2]), running);
    expect([handled, deadLetters]).toEqual([[1, 2], []]);
    expect(runner.counters).toMatchObject({ blocked: 1, failures: 0, handled: 2 });
  });

  it('does not make a later outage its own', async () => {
    const inFlight = new InFlightBatches();
    let calls = 0;
    const { runner, deadLetters, handled } = aRunner(
      () => {
        calls++;
        if (calls === 1) block(inFlight);
        if (calls < 20) throw unavailable('database down');
      },
      { inFlight },
    );
    await runner.run(batchOf([1]), running);
    expect([handled, deadLetters, runner.counters.failures]).toEqual([[1], [], 1]);
  });
});

describe('messages that were in flight when a process was blocked', () => {
  const suspicion = fc.constantFrom('none', 'once', 'twice, last alone');
  const suspectBatch = (messages: number[], wasSuspect: boolean): SuspectBatch => ({
    group,
    topic: numbered.name,
    messages: messages.map(String),
    wasSuspect,
    time: Date.now(),
  });
  const recordsOf: Record<string, boolean[]> = { none: [], once: [false], 'twice, last alone': [false, true] };

  it('are handled alone, in order; those that have blocked twice, alone at last, are not run again', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'tributary-suspects-'));
    await fc.assert(
      fc.asyncProperty(fc.array(suspicion, { minLength: 1, maxLength: 10 }), async (suspicions) => {
        const log = new FileSuspectLog(path.join(directory, String(Math.random())));
        for (const [message, kind] of suspicions.entries())
          for (const wasSuspect of recordsOf[kind] ?? []) await log.write([suspectBatch([message], wasSuspect)]);
        const suspects = new Suspects(
          log,
          () => [group],
          () => {},
        );
        await suspects.refresh();
        const { runner, deadLetters, handled, calls } = aRunner(() => {}, { suspects });
        for (let rest = batchOf([...suspicions.keys()]); rest.length > 0;) {
          const batch = rest.slice(0, runner.countNextBatch(rest));
          await runner.run(batch, running);
          rest = rest.slice(batch.length);
        }
        const isProven = (message: number) => suspicions[message] === 'twice, last alone';
        expect(handled).toEqual([...suspicions.keys()].filter((message) => !isProven(message)));
        expect(deadLetters.map(({ message }) => message.content)).toEqual([...suspicions.keys()].filter(isProven));
        for (const values of calls)
          if (values.length > 1) expect(values.every((value) => suspicions[value] === 'none')).toBe(true);
        // Handled or a dead letter: a replay runs it like any other message.
        expect(await log.read(0, [group])).toEqual([]);
      }),
      { numRuns: 10 },
    );
    rmSync(directory, { recursive: true });
  });

  it('are suspect, and no more, if the version before has recorded them, however often', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'tributary-suspects-'));
    const { wasSuspect: _, ...older } = { ...suspectBatch([1], false), alone: true };
    writeFileSync(path.join(directory, 'suspects.ndjson'), `${JSON.stringify(older)}\n`.repeat(2));
    const log = new FileSuspectLog(directory);
    const suspects = new Suspects(
      log,
      () => [group],
      () => {},
    );
    await suspects.refresh();
    const { runner, deadLetters, handled } = aRunner(() => {}, { suspects });
    expect(runner.countNextBatch(batchOf([1, 2]))).toBe(1);
    await runner.run(batchOf([1]), running);
    expect([handled, deadLetters]).toEqual([[1], []]);
    rmSync(directory, { recursive: true });
  });

  it('are handled like others by a broadcast consumer: its messages are never skipped', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'tributary-suspects-'));
    const handledAs = async (broadcast: boolean) => {
      const log = new FileSuspectLog(directory);
      await log.write([suspectBatch([1], true)]);
      const handled: number[] = [];
      const deadLetters: DeadLetter<Incoming>[] = [];
      const publisher = new InProcessPublisher();
      const strategy = new InProcessStrategy({
        publisher,
        deadLetters: { write: (written) => Promise.resolve(void deadLetters.push(...written)) },
        logger: { warn: () => {}, debug: () => {} },
        suspects: log,
      });
      const handle = (batch: Received<number>[]) =>
        Promise.resolve(void handled.push(...batch.map(({ value }) => value)));
      strategy.addHandler(numbered.name, handle as MessageHandler, true, { topic: numbered, group, broadcast });
      await new Promise<void>((resolve) => strategy.listen(resolve));
      await publisher.publish(numbered, [{ id: '1', value: 1 }]);
      await strategy.close();
      return { handled, deadLettered: deadLetters.length };
    };
    expect(await handledAs(true)).toEqual({ handled: [1], deadLettered: 0 });
    // (control)
    expect(await handledAs(false)).toEqual({ handled: [], deadLettered: 1 });
    rmSync(directory, { recursive: true });
  });
});
