import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deadLetterTopic, type Topic } from '@tributary/contracts/topics/topic';
import { eventually } from '@tributary/testing/eventually';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import { createTopics } from '../../src/kafka/commands/create-topics.js';
import { bundle, toBundles } from '../../src/kafka/records/bundle.js';
import { encode, type OutgoingRecord } from '../../src/kafka/records/envelope.js';
import { KafkaDeadLetterLog } from '../../src/kafka/kafka-dead-letter-log.js';
import { KafkaSuspectLog } from '../../src/kafka/kafka-suspect-log.js';
import type { KafkaStrategyOptions } from '../../src/kafka/kafka.strategy.js';
import type { ConsumeOptions } from '../../src/messages/consume.js';
import type { Outgoing } from '../../src/messages/message.js';
import { InFlightBatches } from '../../src/suspects/in-flight-batches.js';
import { aTopic, Handled, handlerOf, run, silent, steps, type Step, type StepHandler } from '../bus-harness.js';
import { deadLettersOf } from '../dead-letters/dead-letter-log.js';
import { clientOf, connect, readAll } from './kafka-harness.js';

let broker: KafkaBroker;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => void (broker = await startKafka()));
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => broker.stop());

/** A bundled topic of one partition. */
async function created(): Promise<Topic<Step>> {
  const topic = aTopic({ partitions: 1, bundled: true });
  await createTopics(broker.brokers, [topic], { replicationFactor: 1 });
  return topic;
}

async function write(topic: Topic<Step>, records: OutgoingRecord[]): Promise<void> {
  const { publisher, close } = connect(broker);
  await publisher.send(topic.name, records);
  await close();
}

interface ConsumerSettings {
  options?: Partial<ConsumeOptions>;
  settings?: Partial<KafkaStrategyOptions>;
}

async function consume(
  topic: Topic<Step>,
  handle: StepHandler,
  { options = {}, settings = {} }: ConsumerSettings = {},
) {
  const running = await run(connect(broker, {}, settings), [handlerOf(topic, options, handle)]);
  stops.push(() => running.close());
  return running;
}

async function committed(topic: Topic<Step>): Promise<number> {
  const admin = clientOf(broker).admin();
  await admin.connect();
  const [offsets] = await admin.fetchOffsets({ groupId: `test.${topic.name}`, topics: [topic.name] });
  await admin.disconnect();
  return Number(offsets?.partitions[0]?.offset);
}

const sent = (count: number) => steps(count, 3);
const records = (topic: Topic<Step>, messages: Outgoing<Step>[]) => messages.map((message) => encode(topic, message));
const rejecting =
  (handled: Handled, isPoison: (step: number) => boolean): StepHandler =>
  (batch) => {
    const poison = batch.filter(({ value }) => isPoison(value.step));
    handled.record(batch.filter((message) => !poison.includes(message)));
    return poison.map((message) => ({ message, reason: 'poison' }));
  };

describe('the messages of a bundle', () => {
  it('are handled as single ones are, in order, between single ones, in batches that cut through bundles', async () => {
    const topic = await created();
    const all = records(topic, sent(60));
    const written = [all[0]!, bundle(all.slice(1, 25)), all[25]!, all[26]!, ...toBundles(all.slice(27))];
    expect(written).toHaveLength(5);
    await write(topic, written);
    const handled = new Handled();
    const sizes: number[] = [];
    const handle: StepHandler = (batch) => (sizes.push(batch.length), handled.record(batch));
    await consume(topic, handle, { options: { maxBatch: 10 } });
    await eventually(() => expect(handled.messages).toHaveLength(60));
    expect(handled.messages).toMatchObject(sent(60));
    expect(Math.max(...sizes)).toBe(10);
    await eventually(async () => expect(await committed(topic)).toBe(5));
  });

  it('have positions of their own, down to their place in the bundle, and none of a record', async () => {
    const topic = await created();
    const all = records(topic, sent(9));
    await write(topic, [bundle(all.slice(0, 5)), ...all.slice(5, 7), bundle(all.slice(7))]);
    const handled = new Handled();
    const { strategy } = await consume(topic, handled.record);
    await eventually(() => expect(handled.messages).toHaveLength(9));
    const inBundle = (offset: number, parts: number) => Array.from({ length: parts }, (_, part) => [offset, part]);
    const positions = handled.messages.map(({ bundlePosition }) => [
      Number(bundlePosition?.offset),
      bundlePosition?.part,
    ]);
    expect(positions).toEqual([...inBundle(0, 5), [1, undefined], [2, undefined], ...inBundle(3, 2)]);
    expect(handled.messages.map(({ position }) => position)).toEqual(Array(9).fill(undefined));
    expect(() => strategy.onResume(topic, () => Promise.resolve())).toThrow('is bundled');
  });

  it('become dead letters one by one, which are replayed one by one', async () => {
    const topic = await created();
    const time = Date.now() - 86_400_000;
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const all = sent(30).map((message) => ({ ...message, time, traceparent, timeline: 2 }));
    const malformed = { ...encode(topic, all[4]!), value: Buffer.from('{"no":"step') };
    const [before, after] = [records(topic, all.slice(0, 4)), records(topic, all.slice(5))];
    await write(topic, [bundle([...before, malformed, ...after])]);
    const handled = new Handled();
    let isMended = false;
    await consume(
      topic,
      rejecting(handled, (step) => !isMended && step % 10 === 7),
      { options: { maxBatch: 8 } },
    );
    await eventually(async () => expect(await committed(topic)).toBe(1));
    expect(handled.messages.map(({ value }) => value.step)).toEqual(
      all.map(({ value }) => value.step).filter((step) => step !== 4 && step % 10 !== 7),
    );
    const log = new KafkaDeadLetterLog({ brokers: broker.brokers, clientId: 'test-dlq', logger: silent });
    stops.push(() => log.close());
    const deadLetters = await deadLettersOf(log, topic);
    expect(deadLetters.map(({ id }) => id)).toEqual(['s-4', 's-7', 's-17', 's-27']);
    expect(deadLetters[0]).toMatchObject({ value: malformed.value, key: 'k-1', time });
    expect(deadLetters[0]?.reason).toContain(`not a ${topic.name}`);
    expect(String(deadLetters[1]?.headers?.['dead_letter_position'])).toBe('0/0/7');
    isMended = true;
    const count = handled.messages.length;
    await log.replay(topic, deadLetters.slice(1, 2));
    await eventually(() => expect(handled.messages).toHaveLength(count + 1));
    expect(handled.messages.at(-1)).toMatchObject(all[7]!);
  });

  it('are not needed: a bundle that is damaged becomes a dead letter with its bytes, alone', async () => {
    const topic = await created();
    const [first, second, third] = [sent(9).slice(0, 3), sent(9).slice(3, 6), sent(9).slice(6)].map((messages) =>
      bundle(records(topic, messages)),
    );
    const damaged = { ...second!, value: second!.value!.subarray(0, 20) };
    await write(topic, [first!, damaged, third!]);
    const handled = new Handled();
    await consume(topic, handled.record);
    await eventually(async () => expect(await committed(topic)).toBe(3));
    expect(handled.ids).toEqual(['s-0', 's-1', 's-2', 's-6', 's-7', 's-8']);
    const [deadLetter, ...others] = await readAll(broker, deadLetterTopic(topic.name));
    expect(others).toEqual([]);
    expect(deadLetter?.value).toEqual(damaged.value);
    expect(String(deadLetter?.headers?.['bundle'])).toBe(damaged.headers?.['bundle']);
    expect(String(deadLetter?.headers?.['dead_letter_reason'])).toContain('InvalidBundle: header bundle describes');
    // As it comes again after an older version has put a good one there.
    const log = new KafkaDeadLetterLog({ brokers: broker.brokers, clientId: 'test-dlq', logger: silent });
    stops.push(() => log.close());
    const good = (await deadLettersOf(log, topic)).map((deadLetter) => ({ ...deadLetter, value: second!.value }));
    await log.replay(topic, good);
    await eventually(() => expect(handled.ids.slice(6)).toEqual(['s-3', 's-4', 's-5']));
  });
});

describe('suspects in a bundle', () => {
  it('have names of their own: those that are proven are put aside alone, and the others are handled', async () => {
    const topic = await created();
    const all = records(topic, sent(5));
    await write(topic, [bundle(all.slice(0, 4)), all[4]!]);
    const inFlight = new InFlightBatches();
    const watchdog = new InFlightBatches(inFlight.memory);
    const names: string[] = [];
    const nameAll = () => names.push(...(watchdog.suspect(watchdog.taken()[0] ?? 0)?.messages ?? []));
    await consume(topic, () => void nameAll(), { options: { group: 'test.first' }, settings: { inFlight } });
    await eventually(() => expect(names).toEqual(['0/0/0', '0/0/1', '0/0/2', '0/0/3', '0/1']));

    const group = 'test.second';
    const suspects = new KafkaSuspectLog({ brokers: broker.brokers, clientId: 'test', logger: silent });
    const block = (wasSuspect: boolean, ...messages: string[]) =>
      suspects.write([{ group, topic: topic.name, messages, wasSuspect, time: Date.now() }]);
    await block(false, ...names);
    // The record is not handled completely between the two, so that both come again.
    await block(true, '0/0/1');
    await block(true, '0/0/2');
    const calls: number[][] = [];
    const handle: StepHandler = (batch) => void calls.push(batch.map(({ value }) => value.step));
    await consume(topic, handle, { options: { group }, settings: { suspects } });
    await eventually(() => expect(calls).toEqual([[0], [3], [4]]));
    const deadLetters = await readAll(broker, deadLetterTopic(topic.name));
    expect(deadLetters.map(({ headers }) => String(headers?.['ce_id']))).toEqual(['s-1', 's-2']);
  });
});
