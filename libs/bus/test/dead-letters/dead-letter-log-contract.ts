import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { aTopic, Handled, handlerOf, run, steps } from '../bus-harness.js';
import { deadLettersOf, entriesOf, type LogUnderTest } from './dead-letter-log.js';

/** A day ago: on Kafka such a time is in a header. */
const time = Date.now() - 86_400_000;
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** The guarantees of every log of dead letters, tested on real Nest apps. */
export const describeDeadLetterLog = (where: string, start: () => Promise<LogUnderTest>) =>
  describe(`dead letters ${where}`, () => {
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
