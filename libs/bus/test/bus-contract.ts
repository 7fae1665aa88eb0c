import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { z } from 'zod';
import { describeFaults } from './bus-contract-faults.js';
import { Contract, idsOf } from './contract.js';
import { aGate, aTopic, Handled, handlerOf, run, steps, type BusUnderTest } from './bus-harness.js';

/** What every bus promises, tested on real Nest apps. */
export function describeBusContract(name: string, connectBus: () => Promise<BusUnderTest>): void {
  describe(`the bus contract on ${name}`, () => {
    const contract = new Contract(connectBus);

    describeDelivery(contract);
    describeFaults(contract);
  });
}

function describeDelivery(contract: Contract): void {
  describe('when nothing fails', () => {
    handsOverOnce(contract);
    carriesTheEnvelope(contract);
    carriesWhatIsWritten(contract);
    setsAsideDeadLetters(contract);
    tellsItsLag(contract);
    refusesTwins(contract);
  });
}

function handsOverOnce(contract: Contract): void {
  it('hands over every message once when nothing fails, in order per key', async () => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const { publisher } = await contract.start([handlerOf(topic, { maxBatch: 50 }, handled.note)]);
    await Promise.all(steps(300, 10).map((message) => publisher.publish(topic, [message])));
    await eventually(() => expect(handled.ids).toHaveLength(300));
    for (let k = 0; k < 10; k++)
      expect(handled.stepsOf(`k-${k}`)).toEqual(Array.from({ length: 30 }, (_, i) => 10 * i + k));
  });

  it('gives two handlers of one topic everything, each in its own group', async () => {
    const topic = await contract.prepared();
    const [first, second] = [new Handled(), new Handled()];
    const controllers = [
      handlerOf(topic, { group: 'test.first' }, first.note),
      handlerOf(topic, { group: 'test.second' }, second.note),
    ];
    const { publisher } = await contract.start(controllers);
    await publisher.publish(topic, steps(20, 3));
    await eventually(() =>
      expect([idsOf(first.messages), idsOf(second.messages)]).toEqual([idsOf(steps(20)), idsOf(steps(20))]),
    );
  });
}

function carriesTheEnvelope(contract: Contract): void {
  it('carries id, time and trace context', async () => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const { publisher } = await contract.start([handlerOf(topic, {}, handled.note)]);
    const message = {
      id: 'i-1',
      time: 1_234,
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      value: { key: 'k', step: 1 },
    };
    await publisher.publish(topic, [message]);
    await eventually(() => expect(handled.messages).toMatchObject([{ ...message, key: 'k', topic: topic.name }]));
  });

  it('carries all traces of a message that sums up what several have caused', async () => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const { publisher } = await contract.start([handlerOf(topic, {}, handled.note)]);
    const traceparent = ['4', '5'].map((digit) => `00-${digit.repeat(32)}-00f067aa0ba902b7-01`).join();
    await publisher.publish(topic, [{ id: 'i-1', traceparent, value: { key: 'k', step: 1 } }]);
    await eventually(() => expect(handled.messages).toMatchObject([{ id: 'i-1', traceparent }]));
  });
}

function carriesWhatIsWritten(contract: Contract): void {
  const json = '{"key": "k", "step": 1.0, "note": "é"}';
  const written = { id: 'i-1', key: 'k' };

  it.each([
    ['text', json],
    ['bytes', new Uint8Array(Buffer.from(`[${json}]`)).subarray(1, -1)],
  ])('carries what is written already, as %s, as its value', async (_case, json) => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const { publisher } = await contract.start([handlerOf(topic, {}, handled.note)]);
    await publisher.publish(topic, [{ ...written, json }]);
    const expected = [{ ...written, value: { key: 'k', step: 1 } }];
    await eventually(() => expect(handled.messages).toMatchObject(expected));
  });

  it('puts it to the dead letters as what it says, when no handler takes it', async () => {
    const topic = await contract.prepared();
    const { publisher } = await contract.start([
      handlerOf(topic, {}, (batch) => batch.map((message) => ({ message, reason: 'not wanted' }))),
    ]);
    await publisher.publish(topic, [{ ...written, json: new Uint8Array(Buffer.from(json)) }]);
    const letter = { id: 'i-1', reason: 'not wanted', value: { key: 'k', step: 1 } };
    await eventually(async () => expect(await contract.bus.deadLetters(topic)).toMatchObject([letter]));
  });
}

function setsAsideDeadLetters(contract: Contract): void {
  it('puts what a handler rejects to the dead letters', async () => {
    const topic = await contract.prepared();
    const { publisher } = await contract.start([
      handlerOf(topic, {}, (batch) =>
        batch.filter(({ value }) => value.step === 1).map((message) => ({ message, reason: 'no such datamart' })),
      ),
    ]);
    await publisher.publish(topic, steps(3));
    const letter = { id: 's-1', reason: 'no such datamart', value: { key: 'k-0', step: 1 } };
    await eventually(async () => expect(await contract.bus.deadLetters(topic)).toEqual([letter]));
  });

  it('puts what is no message of the topic to the dead letters, and hands over the rest', async () => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const { publisher } = await contract.start([handlerOf(topic, {}, handled.note)]);
    const untyped = { ...topic, schema: z.unknown(), key: () => 'k-0' };
    await publisher.publish<unknown>(untyped, [{ id: 'odd', value: { key: 'k-0', step: 'one' } }]);
    await publisher.publish(topic, steps(2));
    await eventually(() => expect(idsOf(handled.messages)).toEqual(['s-0', 's-1']));
    const reason = `not a ${topic.name}: step: Invalid input: expected number, received string`;
    await eventually(async () => expect(await contract.bus.deadLetters(topic)).toMatchObject([{ id: 'odd', reason }]));
  });
}

function tellsItsLag(contract: Contract): void {
  it('tells how much each group has still to handle', async () => {
    const topic = await contract.prepared();
    const { open, opened } = aGate();
    const { publisher, strategy } = await contract.start([handlerOf(topic, {}, () => opened.then(() => []))]);
    const published = publisher.publish(topic, steps(7, 3));
    await eventually(async () =>
      expect(await strategy.lag()).toEqual([{ group: `test.${topic.name}`, topic: topic.name, messages: 7 }]),
    );
    open();
    await published;
    await eventually(async () => expect(await strategy.lag()).toMatchObject([{ messages: 0 }]));
  });
}

function refusesTwins(contract: Contract): void {
  it('refuses to start two handlers of one topic and group', async () => {
    const topic = aTopic();
    const twins = [handlerOf(topic, {}, () => {}), handlerOf(topic, {}, () => {})];
    await expect(run(contract.bus.connect(), twins)).rejects.toThrow('Two handlers consume');
  });
}
