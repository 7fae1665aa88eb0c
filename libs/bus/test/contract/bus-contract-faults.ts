import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import { eventually } from '@tributary/testing/eventually';
import { idsOf, type Contract } from './contract.js';
import { aGate, Handled, handlerOf, outcomeOf, quickRetry, steps, type WrittenDeadLetter } from '../bus-harness.js';

const refused = { code: 'SERVICE_UNAVAILABLE' };

/** Throws unless exactly the poison messages are dead letters, and all others are handled in order per key. */
function expectIsolated(handled: Handled, deadLetters: WrittenDeadLetter[], poison: string[]): void {
  expect(idsOf(deadLetters)).toEqual([...poison].sort());
  for (const { reason } of deadLetters) expect(reason).toBe('TypeError: cannot digest');
  const expected = steps(40, 4).filter(({ id }) => !poison.includes(id));
  expect([...new Set(handled.ids)].sort()).toEqual(idsOf(expected));
  for (const key of ['k-0', 'k-1', 'k-2', 'k-3'])
    expect(handled.stepsOf(key)).toEqual([...handled.stepsOf(key)].sort((a, b) => a - b));
}

const poison = ['s-13', 's-14', 's-39'];
const digest = (batch: { id: string }[]) => {
  if (batch.some(({ id }) => poison.includes(id))) throw new TypeError('cannot digest');
};

/** The guarantees of a bus when something fails. */
export function describeFaults(contract: Contract): void {
  describe('when something fails', () => {
    redeliversUnfinished(contract);
    isolatesPoison(contract);
    controlsIsolation(contract);
    waitsForDeadLetters(contract);
    waitsThroughOutage(contract);
    finishesBeforeClosing(contract);
    refusesWhenFull(contract);
    refusesBeyondTheShare(contract);
  });
}

function redeliversUnfinished(contract: Contract): void {
  it('delivers messages again that a process had not finished when it stopped', async () => {
    const topic = await contract.prepared();
    const attempts = new Handled();
    const first = await contract.start([
      handlerOf(topic, {}, (batch) => {
        attempts.record(batch);
        throw unavailable('database down');
      }),
    ]);
    const outcome = outcomeOf(first.publisher.publish(topic, steps(5)));
    await eventually(() => expect(attempts.ids).not.toHaveLength(0));
    await first.close();
    const handled = new Handled();
    const second = await contract.start([handlerOf(topic, {}, handled.record)]);
    // A publisher repeats messages that were not acknowledged.
    if ((await outcome) === 'refused') await second.publisher.publish(topic, steps(5));
    await eventually(() => expect(idsOf(handled.messages)).toEqual(idsOf(steps(5))));
  });
}

function isolatesPoison(contract: Contract): void {
  it('isolates poison messages among healthy ones, and writes them to the dead letters with the reason', async () => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const { publisher } = await contract.start([
      handlerOf(topic, {}, (batch) => {
        digest(batch);
        handled.record(batch);
      }),
    ]);
    await publisher.publish(topic, steps(40, 4));
    await eventually(async () => expectIsolated(handled, await contract.bus.deadLetters(topic), poison));
    expect((await contract.bus.deadLetters(topic)).find(({ id }) => id === 's-13')?.value).toEqual({
      key: 'k-1',
      step: 13,
    });
  });
}

function controlsIsolation(contract: Contract): void {
  it('(control) the check notices when whole batches become dead letters', async () => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const { publisher } = await contract.start([
      handlerOf(topic, {}, (batch) => {
        try {
          digest(batch);
          handled.record(batch);
        } catch (error) {
          return batch.map((message) => ({ message, reason: String(error) }));
        }
      }),
    ]);
    await publisher.publish(topic, steps(40, 4));
    await eventually(async () => expect(handled.ids.length + (await contract.bus.deadLetters(topic)).length).toBe(40));
    const deadLetters = await contract.bus.deadLetters(topic);
    expect(() => expectIsolated(handled, deadLetters, poison)).toThrow();
  });
}

function waitsForDeadLetters(contract: Contract): void {
  it('acknowledges nothing while dead letters cannot be written, and resumes when they can', async () => {
    const topic = await contract.prepared({ deadLetters: false });
    let calls = 0;
    const { publisher, strategy } = await contract.start([
      handlerOf(topic, {}, (batch) => {
        calls++;
        return batch.map((message) => ({ message, reason: 'hopeless' }));
      }),
    ]);
    const outcome = outcomeOf(publisher.publish(topic, steps(1)));
    await eventually(() => expect(strategy.stats()).toMatchObject([{ paused: 1 }]));
    expect(await strategy.lag()).toMatchObject([{ messages: 1 }]);
    await contract.bus.repairDeadLetters(topic);
    await eventually(async () =>
      expect(await contract.bus.deadLetters(topic)).toMatchObject([{ id: 's-0', reason: 'hopeless' }]),
    );
    await eventually(async () => expect(await strategy.lag()).toMatchObject([{ messages: 0 }]));
    expect({ outcome: await outcome, calls }).toEqual({ outcome: 'acknowledged', calls: 1 });
  });
}

function waitsThroughOutage(contract: Contract): void {
  it('waits through an outage without using up an attempt, and resumes', async () => {
    const topic = await contract.prepared();
    let isDown = true;
    let failures = 0;
    const handled = new Handled();
    const { publisher, strategy } = await contract.start([
      handlerOf(topic, {}, (batch) => {
        if (isDown && ++failures) throw unavailable('database down');
        handled.record(batch);
      }),
    ]);
    const published = publisher.publish(topic, steps(10));
    await eventually(() => expect(failures).toBeGreaterThan(3 * quickRetry.attempts));
    isDown = false;
    await published;
    await eventually(() => expect(handled.ids).toEqual(steps(10).map(({ id }) => id)));
    expect(strategy.stats()).toMatchObject([{ failures: 0, deadLettered: 0, paused: 0 }]);
    expect(await contract.bus.deadLetters(topic)).toEqual([]);
  });
}

function finishesBeforeClosing(contract: Contract): void {
  it('finishes and commits running batches when it closes', async () => {
    const topic = await contract.prepared();
    const { open, opened } = aGate();
    const [begun, finished, again] = [new Handled(), new Handled(), new Handled()];
    const first = await contract.start([
      handlerOf(topic, {}, async (batch) => {
        begun.record(batch);
        await opened;
        finished.record(batch);
        return [];
      }),
    ]);
    const outcome = outcomeOf(first.publisher.publish(topic, steps(1)));
    await eventually(() => expect(begun.ids).toEqual(['s-0']));
    const closed = first.close();
    await sleep(200);
    open();
    await closed;
    expect({ finished: finished.ids, outcome: await outcome }).toEqual({ finished: ['s-0'], outcome: 'acknowledged' });
    const second = await contract.start([handlerOf(topic, {}, again.record)]);
    await second.publisher.publish(topic, [{ id: 'next', value: { key: 'k-0', step: 1 } }]);
    await eventually(() => expect(again.ids).toEqual(['next']));
  });
}

function refusesWhenFull(contract: Contract): void {
  it('refuses at once when its queue is full, fails late messages, and recovers', async () => {
    const topic = await contract.prepared();
    const gate = aGate();
    const handler = handlerOf(topic, {}, () => gate.opened.then(() => []));
    const { publisher } = await contract.start([handler], { maxQueuedMessages: 10, deadlineMs: 2_000 });
    await contract.bus.freeze();
    const accepted = steps(10).map((message) => publisher.publish(topic, [message]).catch((error: unknown) => error));
    let isLate = false;
    void Promise.race(accepted).then(() => (isLate = true));
    await expect(publisher.publish(topic, [{ id: 'one-more', value: { key: 'k', step: 0 } }])).rejects.toMatchObject(
      refused,
    );
    // Messages that the broker keeps are refused after their deadline.
    expect(isLate).toBe(false);
    for (const late of await Promise.all(accepted)) expect(late).toMatchObject(refused);
    await contract.bus.thaw();
    gate.open();
    await eventually(() => publisher.publish(topic, [{ id: 'later', value: { key: 'k', step: 0 } }]));
  });
}

function refusesBeyondTheShare(contract: Contract): void {
  it('refuses an organisation beyond its share while messages wait, and takes those of another', async () => {
    const topic = await contract.prepared();
    const gate = aGate();
    const handler = handlerOf(topic, {}, () => gate.opened.then(() => []));
    const { publisher } = await contract.start([handler], { maxQueuedMessages: 16, deadlineMs: 180_000 });
    await contract.bus.freeze();
    const publish = (organisation_id: string, id: string) =>
      outcomeOf(publisher.publish(topic, [{ id, value: { key: 'k', step: 0 } }], { organisation_id }));
    const other = publish('other', 'o-0');
    const greedy = Array.from({ length: 20 }, (_, i) => publish('greedy', `g-${i}`));
    await expect(Promise.race(greedy)).resolves.not.toBe('acknowledged');
    await contract.bus.thaw();
    gate.open();
    expect(await other).toBe('acknowledged');
    const outcomes = await Promise.all(greedy);
    expect(outcomes.filter((outcome) => outcome === 'acknowledged')).toHaveLength(11);
    expect(await publish('greedy', 'later')).toBe('acknowledged');
  });
}
