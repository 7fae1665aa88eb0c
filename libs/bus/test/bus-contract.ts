import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { unavailable } from '@tributary/contracts/errors';
import { eventually } from '@tributary/testing/eventually';
import { z } from 'zod';
import type { PublisherLimits } from '../src/publisher.js';
import {
  aGate,
  aTopic,
  Handled,
  handlerOf,
  outcomeOf,
  quickRetry,
  run,
  steps,
  type BusUnderTest,
  type Letter,
  type RunningBus,
} from './bus-harness.js';

const patient = { deadlineMs: 30_000 };
const refused = { code: 'SERVICE_UNAVAILABLE' };
const ids = (messages: { id: string }[]) => messages.map(({ id }) => id).sort();

/** Throws unless exactly the poison is dead, with its reason, and everything else is handled in order per key. */
function expectIsolated(handled: Handled, letters: Letter[], poison: string[]): void {
  expect(ids(letters)).toEqual([...poison].sort());
  for (const { reason } of letters) expect(reason).toBe('TypeError: cannot digest');
  const expected = steps(40, 4).filter(({ id }) => !poison.includes(id));
  expect([...new Set(handled.ids)].sort()).toEqual(ids(expected));
  for (const key of ['k-0', 'k-1', 'k-2', 'k-3'])
    expect(handled.stepsOf(key)).toEqual([...handled.stepsOf(key)].sort((a, b) => a - b));
}

/** What every bus promises, tested on real Nest apps. */
export function describeBusContract(name: string, connectBus: () => Promise<BusUnderTest>): void {
  describe(`the bus contract on ${name}`, () => {
    let bus: BusUnderTest;
    let running: RunningBus[] = [];
    const start = async (controllers: Type[], limits: Partial<PublisherLimits> = patient) => {
      const app = await run(bus.connect(limits), controllers);
      running.push(app);
      return app;
    };

    beforeAll(async () => {
      bus = await connectBus();
    }, 120_000);
    afterEach(async () => {
      await Promise.all(running.map((app) => app.close()));
      running = [];
    }, 60_000);
    afterAll(() => bus.close());

    it('hands over every message once when nothing fails, in order per key', async () => {
      const topic = aTopic();
      await bus.prepare(topic);
      const handled = new Handled();
      const { publisher } = await start([handlerOf(topic, { maxBatch: 50 }, handled.note)]);
      await Promise.all(steps(300, 10).map((message) => publisher.publish(topic, [message])));
      await eventually(() => expect(handled.ids).toHaveLength(300));
      for (let k = 0; k < 10; k++)
        expect(handled.stepsOf(`k-${k}`)).toEqual(Array.from({ length: 30 }, (_, i) => 10 * i + k));
    });

    it('gives two handlers of one topic everything, each in its own group', async () => {
      const topic = aTopic();
      await bus.prepare(topic);
      const [first, second] = [new Handled(), new Handled()];
      const controllers = [
        handlerOf(topic, { group: 'test.first' }, first.note),
        handlerOf(topic, { group: 'test.second' }, second.note),
      ];
      const { publisher } = await start(controllers);
      await publisher.publish(topic, steps(20, 3));
      await eventually(() =>
        expect([ids(first.messages), ids(second.messages)]).toEqual([ids(steps(20)), ids(steps(20))]),
      );
    });

    it('carries id, time and trace context', async () => {
      const topic = aTopic();
      await bus.prepare(topic);
      const handled = new Handled();
      const { publisher } = await start([handlerOf(topic, {}, handled.note)]);
      const message = {
        id: 'i-1',
        time: 1_234,
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        value: { key: 'k', step: 1 },
      };
      await publisher.publish(topic, [message]);
      await eventually(() => expect(handled.messages).toMatchObject([{ ...message, key: 'k', topic: topic.name }]));
    });

    it('brings again what a process had not finished when it stopped', async () => {
      const topic = aTopic();
      await bus.prepare(topic);
      const attempts = new Handled();
      const first = await start([
        handlerOf(topic, {}, (batch) => {
          attempts.note(batch);
          throw unavailable('database down');
        }),
      ]);
      const outcome = outcomeOf(first.publisher.publish(topic, steps(5)));
      await eventually(() => expect(attempts.ids).not.toHaveLength(0));
      await first.close();
      const handled = new Handled();
      const second = await start([handlerOf(topic, {}, handled.note)]);
      // What was not acknowledged its publisher publishes again.
      if ((await outcome) === 'refused') await second.publisher.publish(topic, steps(5));
      await eventually(() => expect(ids(handled.messages)).toEqual(ids(steps(5))));
    });

    const poison = ['s-13', 's-14', 's-39'];
    const digest = (batch: { id: string }[]) => {
      if (batch.some(({ id }) => poison.includes(id))) throw new TypeError('cannot digest');
    };

    it('finds poison messages among healthy ones and puts them, with the reason, to the dead letters', async () => {
      const topic = aTopic();
      await bus.prepare(topic);
      const handled = new Handled();
      const { publisher } = await start([
        handlerOf(topic, {}, (batch) => {
          digest(batch);
          handled.note(batch);
        }),
      ]);
      await publisher.publish(topic, steps(40, 4));
      await eventually(async () => expectIsolated(handled, await bus.deadLetters(topic), poison));
      expect((await bus.deadLetters(topic)).find(({ id }) => id === 's-13')?.value).toEqual({ key: 'k-1', step: 13 });
    });

    it('(control) would be seen to drop healthy neighbours if batches died as a whole', async () => {
      const topic = aTopic();
      await bus.prepare(topic);
      const handled = new Handled();
      const { publisher } = await start([
        handlerOf(topic, {}, (batch) => {
          try {
            digest(batch);
            handled.note(batch);
          } catch (error) {
            return batch.map((message) => ({ message, reason: String(error) }));
          }
        }),
      ]);
      await publisher.publish(topic, steps(40, 4));
      await eventually(async () => expect(handled.ids.length + (await bus.deadLetters(topic)).length).toBe(40));
      const letters = await bus.deadLetters(topic);
      expect(() => expectIsolated(handled, letters, poison)).toThrow();
    });

    it('puts what a handler rejects to the dead letters', async () => {
      const topic = aTopic();
      await bus.prepare(topic);
      const { publisher } = await start([
        handlerOf(topic, {}, (batch) =>
          batch.filter(({ value }) => value.step === 1).map((message) => ({ message, reason: 'no such datamart' })),
        ),
      ]);
      await publisher.publish(topic, steps(3));
      const letter = { id: 's-1', reason: 'no such datamart', value: { key: 'k-0', step: 1 } };
      await eventually(async () => expect(await bus.deadLetters(topic)).toEqual([letter]));
    });

    it('puts what is no message of the topic to the dead letters, and hands over the rest', async () => {
      const topic = aTopic();
      await bus.prepare(topic);
      const handled = new Handled();
      const { publisher } = await start([handlerOf(topic, {}, handled.note)]);
      const untyped = { ...topic, schema: z.unknown(), key: () => 'k-0' };
      await publisher.publish<unknown>(untyped, [{ id: 'odd', value: { key: 'k-0', step: 'one' } }]);
      await publisher.publish(topic, steps(2));
      await eventually(() => expect(ids(handled.messages)).toEqual(['s-0', 's-1']));
      const reason = `not a ${topic.name}: step: Invalid input: expected number, received string`;
      await eventually(async () => expect(await bus.deadLetters(topic)).toMatchObject([{ id: 'odd', reason }]));
    });

    it('acknowledges nothing while dead letters cannot be written, and goes on when they can', async () => {
      const topic = aTopic();
      await bus.prepare(topic, { deadLetters: false });
      let calls = 0;
      const { publisher, strategy } = await start([
        handlerOf(topic, {}, (batch) => {
          calls++;
          return batch.map((message) => ({ message, reason: 'hopeless' }));
        }),
      ]);
      const outcome = outcomeOf(publisher.publish(topic, steps(1)));
      await eventually(() => expect(strategy.stats()).toMatchObject([{ paused: 1 }]));
      expect(await strategy.lag()).toMatchObject([{ messages: 1 }]);
      await bus.repairDeadLetters(topic);
      await eventually(async () =>
        expect(await bus.deadLetters(topic)).toMatchObject([{ id: 's-0', reason: 'hopeless' }]),
      );
      await eventually(async () => expect(await strategy.lag()).toMatchObject([{ messages: 0 }]));
      expect({ outcome: await outcome, calls }).toEqual({ outcome: 'acknowledged', calls: 1 });
    });

    it('sits out an outage, using up no attempt, and resumes', async () => {
      const topic = aTopic();
      await bus.prepare(topic);
      let isDown = true;
      let failures = 0;
      const handled = new Handled();
      const { publisher, strategy } = await start([
        handlerOf(topic, {}, (batch) => {
          if (isDown && ++failures) throw unavailable('database down');
          handled.note(batch);
        }),
      ]);
      const published = publisher.publish(topic, steps(10));
      await eventually(() => expect(failures).toBeGreaterThan(3 * quickRetry.attempts));
      isDown = false;
      await published;
      await eventually(() => expect(handled.ids).toEqual(steps(10).map(({ id }) => id)));
      expect(strategy.stats()).toMatchObject([{ failures: 0, deadLettered: 0, paused: 0 }]);
      expect(await bus.deadLetters(topic)).toEqual([]);
    });

    it('finishes and keeps what is at work when it closes', async () => {
      const topic = aTopic();
      await bus.prepare(topic);
      const { open, opened } = aGate();
      const [begun, finished, again] = [new Handled(), new Handled(), new Handled()];
      const first = await start([
        handlerOf(topic, {}, async (batch) => {
          begun.note(batch);
          await opened;
          finished.note(batch);
          return [];
        }),
      ]);
      const outcome = outcomeOf(first.publisher.publish(topic, steps(1)));
      await eventually(() => expect(begun.ids).toEqual(['s-0']));
      const closed = first.close();
      await sleep(200);
      open();
      await closed;
      expect({ finished: finished.ids, outcome: await outcome }).toEqual({
        finished: ['s-0'],
        outcome: 'acknowledged',
      });
      const second = await start([handlerOf(topic, {}, again.note)]);
      await second.publisher.publish(topic, [{ id: 'next', value: { key: 'k-0', step: 1 } }]);
      await eventually(() => expect(again.ids).toEqual(['next']));
    });

    it('refuses at once when its queue is full, gives up what is late, and recovers', async () => {
      const topic = aTopic();
      await bus.prepare(topic);
      const gate = aGate();
      const handler = handlerOf(topic, {}, () => gate.opened.then(() => []));
      const { publisher } = await start([handler], { maxQueuedMessages: 10, deadlineMs: 2_000 });
      await bus.freeze();
      const accepted = steps(10).map((message) => publisher.publish(topic, [message]).catch((error: unknown) => error));
      const begun = Date.now();
      await expect(publisher.publish(topic, [{ id: 'one-more', value: { key: 'k', step: 0 } }])).rejects.toMatchObject(
        refused,
      );
      expect(Date.now() - begun).toBeLessThan(1_000);
      for (const late of await Promise.all(accepted)) expect(late).toMatchObject(refused);
      bus.thaw();
      gate.open();
      await eventually(() => publisher.publish(topic, [{ id: 'later', value: { key: 'k', step: 0 } }]));
    });

    it('tells how much each group has still to handle', async () => {
      const topic = aTopic();
      await bus.prepare(topic);
      const { open, opened } = aGate();
      const { publisher, strategy } = await start([handlerOf(topic, {}, () => opened.then(() => []))]);
      const published = publisher.publish(topic, steps(7, 3));
      await eventually(async () =>
        expect(await strategy.lag()).toEqual([{ group: `test.${topic.name}`, topic: topic.name, messages: 7 }]),
      );
      open();
      await published;
      await eventually(async () => expect(await strategy.lag()).toMatchObject([{ messages: 0 }]));
    });

    it('refuses to start two handlers of one topic and group', async () => {
      const topic = aTopic();
      const twins = [handlerOf(topic, {}, () => {}), handlerOf(topic, {}, () => {})];
      await expect(run(bus.connect(), twins)).rejects.toThrow('Two handlers consume');
    });
  });
}
