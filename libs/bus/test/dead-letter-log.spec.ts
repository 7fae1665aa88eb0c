import { appendFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { deadLetterFile } from '../src/file-dead-letters.js';
import { InProcessPublisher } from '../src/in-process.publisher.js';
import { ReplaySpool } from '../src/replay-spool.js';
import { aTopic, Handled, handlerOf, run, steps } from './bus-harness.js';
import { entriesOf, fileLog, kafkaLog, lettersOf, type LogUnderTest } from './dead-letter-log.js';

/** A day ago: Kafka keeps such a time beside its own. */
const time = Date.now() - 86_400_000;
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe.each([
  ['on Kafka', kafkaLog],
  ['in files', fileLog],
])('dead letters %s', (_where, start) => {
  let bus: LogUnderTest;

  beforeAll(async () => void (bus = await start()), 120_000);
  afterAll(() => bus.close());

  /** An app whose handler rejects the steps that `isBroken` names. */
  async function app(isBroken: (step: number) => boolean) {
    const topic = aTopic();
    await bus.prepare(topic);
    const handled = new Handled();
    const reject = (batch: Parameters<Handled['note']>[0]) => {
      const [bad, good] = [true, false].map((is) => batch.filter(({ value }) => isBroken(value.step) === is));
      handled.note(good ?? []);
      return (bad ?? []).map((message) => ({ message, reason: 'broken' }));
    };
    const running = await run(bus.connect(), [handlerOf(topic, {}, reject)]);
    return { topic, handled, publisher: running.publisher, close: () => running.close() };
  }

  it('are read with all that the message had, and the reason', async () => {
    const { topic, publisher, close } = await app(() => true);
    const message = { id: 'a ✓', time, traceparent, value: { key: 'k', step: 1 } };
    await publisher.publish(topic, [message]);
    const [letter] = await eventually(async () => {
      const letters = await lettersOf(bus.log, topic);
      expect(letters).toHaveLength(1);
      return letters;
    });
    expect(letter).toMatchObject({ id: message.id, key: 'k', time, traceparent, reason: 'broken' });
    expect(JSON.parse(String(letter?.value))).toEqual(message.value);
    expect(letter?.written).toBeGreaterThan(time);
    await close();
  });

  it('go back to their consumers as they were, in order, and are noted as replayed', async () => {
    let isMended = false;
    const { topic, handled, publisher, close } = await app((step) => step % 2 === 0 && !isMended);
    const sent = steps(20).map((message) => ({ ...message, time, traceparent }));
    await publisher.publish(topic, sent);
    const letters = await eventually(async () => {
      const found = await lettersOf(bus.log, topic);
      expect(found).toHaveLength(10);
      return found;
    });
    isMended = true;
    // The control: nothing goes back by itself.
    await bus.takeUp(topic, { publisher });
    expect(handled.ids).toHaveLength(10);
    await bus.log.replay(topic, letters);
    await bus.takeUp(topic, { publisher });
    await eventually(() => expect(handled.ids).toHaveLength(20));
    expect(handled.stepsOf('k-0').slice(10)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
    expect(handled.messages.slice(10)).toMatchObject(sent.filter((_, step) => step % 2 === 0));
    const notes = (await entriesOf(bus.log, topic)).flatMap((entry) => ('replayed' in entry ? entry.replayed : []));
    expect(notes).toEqual(letters.map(({ place }) => place));
    await close();
  });

  it('are none of a topic that never had any', async () => {
    const topic = aTopic();
    await bus.prepare(topic);
    expect(await entriesOf(bus.log, topic)).toEqual([]);
  });
});

describe('dead letters in files', () => {
  it('are told apart from lines that were cut off', async () => {
    const { directory, log, close } = await fileLog();
    const topic = aTopic();
    const line = { key: 'k', id: 'i', time, reason: 'r', dead_letter_time: new Date().toISOString(), value: 1 };
    await writeFile(deadLetterFile(directory, topic.name), `${JSON.stringify(line)}\n{"key":"k","id\n\n`);
    await appendFile(deadLetterFile(directory, topic.name), JSON.stringify({ replayed: 'all of them' }));
    const places = [1n, 2n, 4n].map((offset) => ({ partition: 0, offset }));
    const [letter, ...damaged] = await entriesOf(log, topic);
    expect(letter).toMatchObject({ letter: { place: places[0], id: 'i' } });
    expect(damaged).toEqual([{ damaged: places[1] }, { damaged: places[2] }]);
    await close();
  });

  it('wait in the spool until the bus has taken them, whatever happens', async () => {
    const { directory, close } = await fileLog();
    const spool = new ReplaySpool(directory);
    const topic = aTopic();
    const letter = { topic: topic.name, id: 'i', key: 'k', time, value: Buffer.from('{"key":"k","step":1}') };
    await spool.add([letter]);
    await writeFile(path.join(directory, 'replay/half.ndjson.draft'), '{"topic":');
    const closed = new InProcessPublisher();
    await closed.close();
    await expect(spool.publish([topic], closed)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(spool.publish([], new InProcessPublisher())).rejects.toThrow('is no topic');
    expect(await spool.publish([topic], new InProcessPublisher())).toBe(1);
    expect(await spool.publish([topic], new InProcessPublisher())).toBe(0);
    expect(await readdir(path.join(directory, 'replay'))).toEqual(['half.ndjson.draft']);
    await close();
  });
});
