import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { z } from 'zod';
import { describeFaults } from './bus-contract-faults.js';
import { describeFollowing } from './bus-contract-following.js';
import { Contract, idsOf } from './contract.js';
import { aGate, aTopic, Handled, handlerOf, run, steps, type BusUnderTest } from '../bus-harness.js';

/** The guarantees of every bus, tested on real Nest apps. */
export function describeBusContract(
  name: string,
  connectBus: () => Promise<BusUnderTest>,
  settings: Contract['settings'] = {},
): void {
  describe(`the bus contract on ${name}`, () => {
    const contract = new Contract(connectBus, settings);

    describeDelivery(contract);
    describeFaults(contract);
    describeFollowing(contract);
  });
}

function describeDelivery(contract: Contract): void {
  describe('when nothing fails', () => {
    deliversOnce(contract);
    keepsAttributes(contract);
    keepsSerializedValues(contract);
    writesDeadLetters(contract);
    reportsLag(contract);
    rejectsDuplicateHandlers(contract);
    startsLast(contract);
  });
}

function startsLast(contract: Contract): void {
  it('holds the messages of a consumer that starts last until then', async () => {
    const topic = await contract.prepared();
    const [first, last] = [new Handled(), new Handled()];
    const { publisher, strategy } = await contract.listen([
      handlerOf(topic, { group: 'test.first-to-start' }, first.record),
      handlerOf(topic, { group: 'test.last-to-start', startsLast: true }, last.record),
    ]);
    const published = publisher.publish(topic, steps(3));
    await eventually(() => expect(first.ids).toHaveLength(3));
    expect(last.ids).toEqual([]);
    strategy.startLast();
    await eventually(() => expect(last.ids).toEqual(['s-0', 's-1', 's-2']));
    await published;
  });
}

function deliversOnce(contract: Contract): void {
  it('delivers every message once, in order per key', async () => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const { publisher } = await contract.start([handlerOf(topic, { maxBatch: 50 }, handled.record)]);
    await Promise.all(steps(300, 10).map((message) => publisher.publish(topic, [message])));
    await eventually(() => expect(handled.ids).toHaveLength(300));
    for (let k = 0; k < 10; k++)
      expect(handled.stepsOf(`k-${k}`)).toEqual(Array.from({ length: 30 }, (_, i) => 10 * i + k));
  });

  it('delivers every message to both of two groups of a topic', async () => {
    const topic = await contract.prepared();
    const [first, second] = [new Handled(), new Handled()];
    const controllers = [
      handlerOf(topic, { group: 'test.first' }, first.record),
      handlerOf(topic, { group: 'test.second' }, second.record),
    ];
    const { publisher } = await contract.start(controllers);
    await publisher.publish(topic, steps(20, 3));
    await eventually(() =>
      expect([idsOf(first.messages), idsOf(second.messages)]).toEqual([idsOf(steps(20)), idsOf(steps(20))]),
    );
  });
}

function keepsAttributes(contract: Contract): void {
  it('keeps id, time and trace context', async () => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const { publisher } = await contract.start([handlerOf(topic, {}, handled.record)]);
    const message = {
      id: 'i-1',
      time: 1_234,
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      value: { key: 'k', step: 1 },
    };
    await publisher.publish(topic, [message]);
    await eventually(() => expect(handled.messages).toMatchObject([{ ...message, key: 'k', topic: topic.name }]));
  });

  it('keeps all traces of a message that sums up several operations', async () => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const { publisher } = await contract.start([handlerOf(topic, {}, handled.record)]);
    const traceparent = ['4', '5'].map((digit) => `00-${digit.repeat(32)}-00f067aa0ba902b7-01`).join();
    await publisher.publish(topic, [{ id: 'i-1', traceparent, value: { key: 'k', step: 1 } }]);
    await eventually(() => expect(handled.messages).toMatchObject([{ id: 'i-1', traceparent }]));
  });
}

function keepsSerializedValues(contract: Contract): void {
  const json = '{"key": "k", "step": 1.0, "note": "é"}';
  const attributes = { id: 'i-1', key: 'k' };

  it.each([
    ['text', json],
    ['bytes', new Uint8Array(Buffer.from(`[${json}]`)).subarray(1, -1)],
  ])('delivers a message that is serialized as %s as its value', async (_case, json) => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const { publisher } = await contract.start([handlerOf(topic, {}, handled.record)]);
    await publisher.publish(topic, [{ ...attributes, json }]);
    const expected = [{ ...attributes, value: { key: 'k', step: 1 } }];
    await eventually(() => expect(handled.messages).toMatchObject(expected));
  });

  it('writes a rejected message that was serialized to the dead letters as its value', async () => {
    const topic = await contract.prepared();
    const { publisher } = await contract.start([
      handlerOf(topic, {}, (batch) => batch.map((message) => ({ message, reason: 'not wanted' }))),
    ]);
    await publisher.publish(topic, [{ ...attributes, json: new Uint8Array(Buffer.from(json)) }]);
    const deadLetter = { id: 'i-1', reason: 'not wanted', value: { key: 'k', step: 1 } };
    await eventually(async () => expect(await contract.bus.deadLetters(topic)).toMatchObject([deadLetter]));
  });
}

function writesDeadLetters(contract: Contract): void {
  it('writes messages that a handler rejects to the dead letters', async () => {
    const topic = await contract.prepared();
    const { publisher } = await contract.start([
      handlerOf(topic, {}, (batch) =>
        batch.filter(({ value }) => value.step === 1).map((message) => ({ message, reason: 'no such datamart' })),
      ),
    ]);
    await publisher.publish(topic, steps(3));
    const deadLetter = { id: 's-1', reason: 'no such datamart', value: { key: 'k-0', step: 1 } };
    await eventually(async () => expect(await contract.bus.deadLetters(topic)).toEqual([deadLetter]));
  });

  it('writes messages that do not match the schema to the dead letters, and delivers the rest', async () => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const { publisher } = await contract.start([handlerOf(topic, {}, handled.record)]);
    const untyped = { ...topic, schema: z.unknown(), key: () => 'k-0' };
    await publisher.publish<unknown>(untyped, [{ id: 'malformed', value: { key: 'k-0', step: 'one' } }]);
    await publisher.publish(topic, steps(2));
    await eventually(() => expect(idsOf(handled.messages)).toEqual(['s-0', 's-1']));
    const reason = `not a ${topic.name}: step: Invalid input: expected number, received string`;
    await eventually(async () =>
      expect(await contract.bus.deadLetters(topic)).toMatchObject([{ id: 'malformed', reason }]),
    );
  });
}

function reportsLag(contract: Contract): void {
  it('reports how many messages each group has not handled yet', async () => {
    const topic = await contract.prepared();
    const { open, opened } = aGate();
    const { publisher, strategy } = await contract.start([handlerOf(topic, {}, () => opened.then(() => []))]);
    const published = publisher.publish(topic, steps(7, 3));
    await eventually(async () => {
      const [lag, ...others] = await strategy.lag();
      expect([lag, ...others]).toMatchObject([{ group: `test.${topic.name}`, topic: topic.name }]);
      // In records: of a bundled topic, one for each partition at least.
      if (topic.bundled) expect([1, 2, 3, 4, 5, 6, 7]).toContain(lag?.messages);
      else expect(lag?.messages).toBe(7);
    });
    open();
    await published;
    await eventually(async () => expect(await strategy.lag()).toMatchObject([{ messages: 0 }]));
  });
}

function rejectsDuplicateHandlers(contract: Contract): void {
  it('does not start two handlers of the same topic and group', async () => {
    const topic = aTopic();
    const duplicates = [handlerOf(topic, {}, () => {}), handlerOf(topic, {}, () => {})];
    await expect(run(contract.bus.connect(), duplicates)).rejects.toThrow('Two handlers consume');
  });
}
