import { mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { deadLetterTopic, type Topic } from '@tributary/contracts/topic';
import { holdThread, turnsDuring } from '@tributary/testing/event-loop';
import { FileDeadLetters } from '../src/file-dead-letters.js';
import { InProcessPublisher } from '../src/in-process.publisher.js';
import { InProcessStrategy } from '../src/in-process.strategy.js';
import { describeBusContract } from './bus-contract.js';
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
  type Letter,
} from './bus-harness.js';

async function inProcess(): Promise<BusUnderTest> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-bus-'));
  const letterBox = path.join(directory, 'dead-letters');
  const fileOf = (topic: Topic<Step>) => path.join(letterBox, `${deadLetterTopic(topic.name)}.ndjson`);
  return {
    // Where a directory is no file can be opened.
    prepare: async (topic, options) =>
      void (options?.deadLetters === false && (await mkdir(fileOf(topic), { recursive: true }))),
    repairDeadLetters: (topic) => rmdir(fileOf(topic)),
    connect: (limits) => connect(letterBox, limits),
    deadLetters: (topic) => readLetters(fileOf(topic)),
    // The handlers' gate stops everything here.
    freeze: () => Promise.resolve(),
    thaw: () => {},
    close: () => rm(directory, { recursive: true }),
  };
}

function connect(letterBox: string, limits = {}) {
  const publisher = new InProcessPublisher(limits);
  const strategy = new InProcessStrategy({
    publisher,
    deadLetters: new FileDeadLetters(letterBox),
    logger: silent,
    retry: quickRetry,
  });
  return { publisher, strategy, close: () => publisher.close() };
}

async function readLetters(file: string): Promise<Letter[]> {
  const lines = await readFile(file, 'utf8').catch(() => '');
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Letter)
    .map(({ id, reason, value }) => ({ id, reason, value }));
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

describeBusContract('the in-process bus', inProcess);

describe('the in-process bus', () => {
  const unread = path.join(tmpdir(), 'no-dead-letters-expected');

  it('acknowledges at once what nobody consumes', async () => {
    const { publisher } = connect(unread);
    await publisher.publish(aTopic(), steps(3));
    expect(await publisher.isEmpty()).toBe(true);
  });

  it('acknowledges only when every group has handled the message', async () => {
    const topic = aTopic();
    const gate = aGate();
    const quick = new Handled();
    const slow = handlerOf(topic, { group: 'test.slow' }, () => gate.opened.then(() => []));
    const app = await run(connect(unread), [handlerOf(topic, { group: 'test.quick' }, quick.note), slow]);
    let isAcknowledged = false;
    const published = app.publisher.publish(topic, steps(1)).then(() => (isAcknowledged = true));
    while (quick.ids.length === 0) await new Promise(setImmediate);
    expect(isAcknowledged).toBe(false);
    gate.open();
    await published;
    await app.close();
  });

  it('waits longer for the handlers when no request does', async () => {
    const topic = aTopic();
    const gate = aGate();
    const handler = handlerOf(topic, {}, () => gate.opened.then(() => []));
    const app = await run(connect(unread, { deadlineMs: 50 }), [handler]);
    const patient = app.publisher.publish(topic, steps(1), { isPatient: true });
    // The control: its deadline passes first.
    await expect(app.publisher.publish(topic, steps(1))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    gate.open();
    await patient;
    await app.close();
  });

  it('keeps what is published before the handlers start', async () => {
    const topic = aTopic();
    const { publisher, strategy } = connect(unread, { deadlineMs: 30_000 });
    const handled: unknown[] = [];
    const handle = (batch: unknown[]) => Promise.resolve(void handled.push(...batch));
    strategy.addHandler(topic.name, handle, true, { topic, group: 'test.late' });
    const published = publisher.publish(topic, steps(2));
    strategy.listen(() => {});
    await published;
    expect(handled).toMatchObject(steps(2));
    await strategy.close();
  });

  it('gathers what arrives during a batch into the next one', async () => {
    const topic = aTopic();
    const sizes: number[] = [];
    const app = await run(connect(unread), [handlerOf(topic, {}, (batch) => void sizes.push(batch.length))]);
    await Promise.all(steps(100).map((message) => app.publisher.publish(topic, [message])));
    expect(sizes.length).toBeLessThan(5);
    await app.close();
  });

  it.each([
    ['as many at once as its handler says', 3, 3],
    ['two at once, where it says nothing', undefined, 2],
  ])('has batches of different keys handled %s', async (_what, lanes, atOnce) => {
    const topic = aTopic();
    const gate = aGate();
    let working = 0;
    const handle = () => {
      working++;
      return gate.opened.then(() => []);
    };
    const app = await run(connect(unread), [handlerOf(topic, { lanes, maxBatch: 1 }, handle)]);
    const published = app.publisher.publish(topic, steps(40, 20));
    await turns(10);
    expect(working).toBe(atOnce);
    gate.open();
    await published;
    expect(working).toBe(40);
    await app.close();
  });

  it('lets others have the thread while it takes in and checks what is published', async () => {
    const slow = aTopic({ key: ({ key }) => (holdThread(2), key) });
    const taking = await run(connect(unread), [handlerOf(slow, {}, () => {})]);
    expect(await turnsDuring(() => taking.publisher.publish(slow, steps(20)))).toBeGreaterThanOrEqual(19);
    await taking.close();
    const picky = aTopic({ schema: Step.refine(() => (holdThread(2), true)) });
    const checking = await run(connect(unread), [handlerOf(picky, {}, () => {})]);
    expect(await turnsDuring(() => checking.publisher.publish(picky, steps(20)))).toBeGreaterThanOrEqual(19);
    await checking.close();
    const topic = aTopic();
    const control = await run(connect(unread), [handlerOf(topic, {}, () => {})]);
    expect(await turnsDuring(() => control.publisher.publish(topic, steps(20)))).toBeLessThan(10);
    await control.close();
  });

  it('is refused new messages once it closes', async () => {
    const topic = aTopic();
    const app = await run(connect(unread), [handlerOf(topic, {}, () => {})]);
    await app.close();
    await expect(app.publisher.publish(topic, steps(1))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
