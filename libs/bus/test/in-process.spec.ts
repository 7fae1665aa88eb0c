import { mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { deadLetterTopic, type Topic } from '@tributary/contracts/topics/topic';
import { fewestTurnsDuring, holdThread, turnsDuring } from '@tributary/testing/event-loop';
import type { Bus } from '../src/bus.js';
import { FileDeadLetters } from '../src/in-process/file-dead-letters.js';
import { InProcessPublisher } from '../src/in-process/in-process.publisher.js';
import { InProcessStrategy } from '../src/in-process/in-process.strategy.js';
import { describeBusContract } from './contract/bus-contract.js';
import { Seen } from './contract/bus-contract-following.js';
import {
  aGate,
  aTopic,
  Handled,
  handlerOf,
  quickRetry,
  run,
  silent,
  steps,
  Step,
  type BusUnderTest,
  type WrittenDeadLetter,
} from './bus-harness.js';

async function inProcess(): Promise<BusUnderTest> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-bus-'));
  const deadLetterDirectory = path.join(directory, 'dead-letters');
  const fileOf = (topic: Topic<Step>) => path.join(deadLetterDirectory, `${deadLetterTopic(topic.name)}.ndjson`);
  return {
    // A directory with the file's name: the file cannot be opened.
    prepare: async (topic, options) =>
      void (options?.deadLetters === false && (await mkdir(fileOf(topic), { recursive: true }))),
    repairDeadLetters: (topic) => rmdir(fileOf(topic)),
    connect: (limits) => connect(deadLetterDirectory, limits),
    deadLetters: (topic) => readDeadLetters(fileOf(topic)),
    // In process, the gate of the handlers stops all delivery.
    freeze: () => Promise.resolve(),
    thaw: () => Promise.resolve(),
    close: () => rm(directory, { recursive: true }),
  };
}

function connect(deadLetterDirectory: string, limits = {}) {
  const publisher = new InProcessPublisher(limits);
  const strategy = new InProcessStrategy({
    publisher,
    deadLetters: new FileDeadLetters(deadLetterDirectory),
    logger: silent,
    retry: quickRetry,
  });
  const follow: Bus['follow'] = (topics, follower) => publisher.followers.follow(topics, follower);
  return { publisher, strategy, follow, close: () => publisher.close() };
}

async function readDeadLetters(file: string): Promise<WrittenDeadLetter[]> {
  const lines = await readFile(file, 'utf8').catch(() => '');
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as WrittenDeadLetter)
    .map(({ id, reason, value }) => ({ id, reason, value }));
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

describeBusContract('the in-process bus', inProcess);

describe('the in-process bus', () => {
  const unusedDirectory = path.join(tmpdir(), 'no-dead-letters-expected');

  it('acknowledges messages without a consumer at once', async () => {
    const { publisher } = connect(unusedDirectory);
    await publisher.publish(aTopic(), steps(3));
    expect(await publisher.isEmpty()).toBe(true);
  });

  it('acknowledges only when every group has handled the message', async () => {
    const topic = aTopic();
    const gate = aGate();
    const quick = new Handled();
    const slow = handlerOf(topic, { group: 'test.slow' }, () => gate.opened.then(() => []));
    const app = await run(connect(unusedDirectory), [handlerOf(topic, { group: 'test.quick' }, quick.record), slow]);
    let isAcknowledged = false;
    const published = app.publisher.publish(topic, steps(1)).then(() => (isAcknowledged = true));
    while (quick.ids.length === 0) await new Promise(setImmediate);
    expect(isAcknowledged).toBe(false);
    gate.open();
    await published;
    await app.close();
  });

  it('fails the publish of a message that its handler refuses, at once, and no other of the batch', async () => {
    const topic = aTopic();
    const handled: string[] = [];
    const refusing = handlerOf(topic, { inProcessConcurrency: 1 }, (batch) => {
      handled.push(...batch.map(({ id }) => id));
      return batch.filter(({ id }) => id === 's-1').map((message) => ({ message, reason: 'full', isRefused: true }));
    });
    const app = await run(connect(unusedDirectory), [refusing]);
    const published = steps(3).map((message) => app.publisher.publish(topic, [message]));
    const outcomes = await Promise.allSettled(published);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(published[1]).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', cause: { message: 'full' } });
    await app.publisher.publish(topic, steps(4).slice(3));
    expect(handled).toEqual(['s-0', 's-1', 's-2', 's-3']);
    await app.close();
  });

  it('gives background publish calls a longer deadline', async () => {
    const topic = aTopic();
    const gate = aGate();
    const handler = handlerOf(topic, {}, () => gate.opened.then(() => []));
    const app = await run(connect(unusedDirectory, { deadlineMs: 50 }), [handler]);
    const background = app.publisher.publish(topic, steps(1), { background: true });
    // Negative control: the deadline of a request passes first.
    await expect(app.publisher.publish(topic, steps(1))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    gate.open();
    await background;
    await app.close();
  });

  it('keeps messages that are published before the handlers start', async () => {
    const topic = aTopic();
    const { publisher, strategy } = connect(unusedDirectory, { deadlineMs: 30_000 });
    const handled: unknown[] = [];
    const handle = (batch: unknown[]) => Promise.resolve(void handled.push(...batch));
    strategy.addHandler(topic.name, handle, true, { topic, group: 'test.late' });
    const published = publisher.publish(topic, steps(2));
    strategy.listen(() => {});
    await published;
    expect(handled).toMatchObject(steps(2));
    await strategy.close();
  });

  it('combines messages that arrive during a batch into the next batch', async () => {
    const topic = aTopic();
    const sizes: number[] = [];
    const app = await run(connect(unusedDirectory), [handlerOf(topic, {}, (batch) => void sizes.push(batch.length))]);
    await Promise.all(steps(100).map((message) => app.publisher.publish(topic, [message])));
    expect(sizes.length).toBeLessThan(5);
    await app.close();
  });

  it.each([
    ['three at a time when the handler sets it', 3, 3],
    ['two at a time by default', undefined, 2],
  ])('handles batches of different keys %s', async (_what, inProcessConcurrency, expected) => {
    const topic = aTopic();
    const gate = aGate();
    let working = 0;
    const handle = () => {
      working++;
      return gate.opened.then(() => []);
    };
    const app = await run(connect(unusedDirectory), [handlerOf(topic, { inProcessConcurrency, maxBatch: 1 }, handle)]);
    const published = app.publisher.publish(topic, steps(40, 20));
    await turns(10);
    expect(working).toBe(expected);
    gate.open();
    await published;
    expect(working).toBe(40);
    await app.close();
  });

  it('yields the thread while it accepts and validates messages', async () => {
    const slowToEncode = aTopic({ key: ({ key }) => (holdThread(2), key) });
    const accepting = await run(connect(unusedDirectory), [handlerOf(slowToEncode, {}, () => {})]);
    expect(await turnsDuring(() => accepting.publisher.publish(slowToEncode, steps(20)))).toBeGreaterThanOrEqual(19);
    await accepting.close();
    const slowToValidate = aTopic({ schema: Step.refine(() => (holdThread(2), true)) });
    const validating = await run(connect(unusedDirectory), [handlerOf(slowToValidate, {}, () => {})]);
    expect(await turnsDuring(() => validating.publisher.publish(slowToValidate, steps(20)))).toBeGreaterThanOrEqual(19);
    await validating.close();
    const topic = aTopic();
    const control = await run(connect(unusedDirectory), [handlerOf(topic, {}, () => {})]);
    expect(await fewestTurnsDuring(() => control.publisher.publish(topic, steps(20)))).toBeLessThan(10);
    await control.close();
  });

  it('shows a follower a message once every group has handled it, and not one that was refused', async () => {
    const topic = aTopic();
    const gate = aGate();
    const handler = handlerOf(topic, {}, () => gate.opened.then(() => []));
    const app = await run(connect(unusedDirectory, { deadlineMs: 100 }), [handler]);
    const seen = new Seen();
    app.follow([topic], seen);
    const [late] = steps(1);
    await expect(app.publisher.publish(topic, [late!])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const published = app.publisher.publish(topic, [{ ...late!, id: 'in-time' }], { background: true });
    await turns(10);
    expect(seen.ids).toEqual([]);
    gate.open();
    await published;
    await turns(2);
    expect(seen.ids).toEqual(['in-time']);
    await app.close();
  });

  it('shows followers also messages without a consumer', async () => {
    const topic = aTopic();
    const { publisher, follow } = connect(unusedDirectory);
    const seen = new Seen();
    follow([topic], seen);
    await publisher.publish(topic, steps(2));
    await turns(2);
    expect(seen.ids).toEqual(['s-0', 's-1']);
  });

  it('refuses new messages once it is closed', async () => {
    const topic = aTopic();
    const app = await run(connect(unusedDirectory), [handlerOf(topic, {}, () => {})]);
    await app.close();
    await expect(app.publisher.publish(topic, steps(1))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
