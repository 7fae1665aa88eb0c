import { appendFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { deadLetterFile } from '../../src/in-process/file-dead-letters.js';
import { InProcessPublisher } from '../../src/in-process/in-process.publisher.js';
import { ReplaySpool } from '../../src/in-process/replay-spool.js';
import { aTopic, Handled, handlerOf, run, steps } from '../bus-harness.js';
import { entriesOf, fileLog, kafkaLog, deadLettersOf, type LogUnderTest } from './dead-letter-log.js';

/** A day ago: on Kafka such a time is in a header. */
const time = Date.now() - 86_400_000;
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe.each([
  ['on Kafka', kafkaLog],
  ['in files', fileLog],
])('dead letters %s', (_where, start) => {
  let bus: LogUnderTest;

  beforeAll(async () => void (bus = await start()), 120_000);
  afterAll(() => bus.close());

  /** An app whose handler rejects the steps for which `isBroken` is true. */
  async function app(isBroken: (step: number) => boolean) {
    const topic = aTopic();
    await bus.prepare(topic);
    const handled = new Handled();
    const reject = (batch: Parameters<Handled['record']>[0]) => {
      const [bad, good] = [true, false].map((is) => batch.filter(({ value }) => isBroken(value.step) === is));
      handled.record(good ?? []);
      return (bad ?? []).map((message) => ({ message, reason: 'broken' }));
    };
    const running = await run(bus.connect(), [handlerOf(topic, {}, reject)]);
    return { topic, handled, publisher: running.publisher, close: () => running.close() };
  }

  it('are read with all attributes of the message, and the reason', async () => {
    const { topic, publisher, close } = await app(() => true);
    const message = { id: 'a ✓', time, traceparent, value: { key: 'k', step: 1 } };
    await publisher.publish(topic, [message]);
    const [deadLetter] = await eventually(async () => {
      const deadLetters = await deadLettersOf(bus.log, topic);
      expect(deadLetters).toHaveLength(1);
      return deadLetters;
    });
    expect(deadLetter).toMatchObject({ id: message.id, key: 'k', time, traceparent, reason: 'broken' });
    expect(JSON.parse(String(deadLetter?.value))).toEqual(message.value);
    expect(deadLetter?.written).toBeGreaterThan(time);
    await close();
  });

  it('are replayed unchanged and in order, and then marked as replayed', async () => {
    let isFixed = false;
    const { topic, handled, publisher, close } = await app((step) => step % 2 === 0 && !isFixed);
    const sent = steps(20).map((message) => ({ ...message, time, traceparent }));
    await publisher.publish(topic, sent);
    const deadLetters = await eventually(async () => {
      const found = await deadLettersOf(bus.log, topic);
      expect(found).toHaveLength(10);
      return found;
    });
    isFixed = true;
    // Negative control: without a replay nothing is delivered again.
    await bus.publishSpooled(topic, { publisher });
    expect(handled.ids).toHaveLength(10);
    await bus.log.replay(topic, deadLetters);
    await bus.publishSpooled(topic, { publisher });
    await eventually(() => expect(handled.ids).toHaveLength(20));
    expect(handled.stepsOf('k-0').slice(10)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
    expect(handled.messages.slice(10)).toMatchObject(sent.filter((_, step) => step % 2 === 0));
    const notes = (await entriesOf(bus.log, topic)).flatMap((entry) => ('replayed' in entry ? entry.replayed : []));
    expect(notes).toEqual(deadLetters.map(({ position }) => position));
    await close();
  });

  it('are an empty list for a topic without any', async () => {
    const topic = aTopic();
    await bus.prepare(topic);
    expect(await entriesOf(bus.log, topic)).toEqual([]);
  });
});

describe('dead letters in files', () => {
  it('are distinguished from lines that were cut off', async () => {
    const { directory, log, close } = await fileLog();
    const topic = aTopic();
    const line = { key: 'k', id: 'i', time, reason: 'r', dead_letter_time: new Date().toISOString(), value: 1 };
    await writeFile(deadLetterFile(directory, topic.name), `${JSON.stringify(line)}\n{"key":"k","id\n\n`);
    await appendFile(deadLetterFile(directory, topic.name), JSON.stringify({ replayed: 'all of them' }));
    const positions = [1n, 2n, 4n].map((offset) => ({ partition: 0, offset }));
    const [deadLetter, ...damaged] = await entriesOf(log, topic);
    expect(deadLetter).toMatchObject({ deadLetter: { position: positions[0], id: 'i' } });
    expect(damaged).toEqual([{ damaged: positions[1] }, { damaged: positions[2] }]);
    await close();
  });

  it('stay in the spool until they are published, through failures', async () => {
    const { directory, close } = await fileLog();
    const spool = new ReplaySpool(directory);
    const topic = aTopic();
    const deadLetter = { topic: topic.name, id: 'i', key: 'k', time, value: Buffer.from('{"key":"k","step":1}') };
    await spool.add([deadLetter]);
    await writeFile(path.join(directory, 'replay/half.ndjson.draft'), '{"topic":');
    const closed = new InProcessPublisher();
    await closed.close();
    await expect(spool.publish([topic], closed)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(spool.publish([], new InProcessPublisher())).rejects.toThrow('is not a topic');
    expect(await spool.publish([topic], new InProcessPublisher())).toBe(1);
    expect(await spool.publish([topic], new InProcessPublisher())).toBe(0);
    expect(await readdir(path.join(directory, 'replay'))).toEqual(['half.ndjson.draft']);
    await close();
  });
});
