import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import { transaction } from '@tributary/database/transaction';
import { claimLane } from '../src/outbox.lane.js';
import { promptLanes } from '../src/outbox.js';
import { gathered, moved, TestOutbox } from './outbox-fixture.js';

describe('messages of a topic that gathers', () => {
  let outbox: TestOutbox;

  beforeAll(async () => {
    outbox = await TestOutbox.start();
  });
  afterAll(() => outbox.stop());
  afterEach(() => outbox.clear());

  const callsOf = (key: string) =>
    outbox.publisher.calls.map((call) => call.filter(({ id }) => id.startsWith(`${key}/`)).map(({ id }) => id));
  const putOneByOne = async (count: number, topic = gathered) => {
    for (let step = 1; step <= count; step += 1) await outbox.put(topic, { key: 'k', step });
  };

  it('go at once after a pause, and together when they come right after others', async () => {
    outbox.startRelay();
    await outbox.put(gathered, { key: 'k', step: 0 });
    await outbox.untilRecorded(1);
    await putOneByOne(10);
    await outbox.untilRecorded(11);
    // On a slow machine the ten may take longer than the pause.
    expect(callsOf('k').length).toBeLessThanOrEqual(4);
    expect(outbox.steps().map(({ step }) => step)).toEqual(Array.from({ length: 11 }, (_, step) => step));
  });

  it('(control) of any other topic do not wait for each other', async () => {
    outbox.startRelay();
    for (let step = 0; step < 20; step += 1) {
      await outbox.put(moved, { key: 'k', step });
      await outbox.untilRecorded(step + 1);
    }
    expect(callsOf('k')).toHaveLength(20);
  });

  it('hold no other topic back, of the same key neither', async () => {
    outbox.startRelay();
    await outbox.put(gathered, { key: 'k', step: 0 });
    await outbox.untilRecorded(1);
    await outbox.put(gathered, { key: 'k', step: 1 });
    await outbox.put(moved, { key: 'k', step: 2 });
    await outbox.untilRecorded(2);
    expect(outbox.steps().map(({ step }) => step)).toEqual([0, 2]);
    await outbox.untilRecorded(3);
  });

  it('come after all others, however old, and what is left alone is not looked for', async () => {
    const claim = (except: number[]) => transaction(outbox.dataSource, (client) => claimLane(client, except));
    await outbox.put(gathered, { key: 'k', step: 0 });
    const own = (await claim([]))?.lane ?? -1;
    expect(own).toBeGreaterThanOrEqual(promptLanes);
    await outbox.put(moved, { key: 'k', step: 1 });
    expect(await claim([])).toEqual({ lane: own - promptLanes, hasOthers: true });
    expect(await claim([own])).toEqual({ lane: own - promptLanes, hasOthers: false });
    expect(await claim([own, own - promptLanes])).toBeUndefined();
  });

  it('wait no longer for what is more than goes at once', async () => {
    const filler = 'x'.repeat(1024 * 1024);
    for (let step = 0; step < 9; step += 1) await outbox.put(gathered, { key: 'k', step, filler });
    outbox.startRelay();
    await outbox.untilRecorded(9);
    expect(callsOf('k').map((call) => call.length)).toEqual([4, 4, 1]);
  });

  it('are all there when publishing fails in between', async () => {
    outbox.startRelay();
    await outbox.put(gathered, { key: 'k', step: 0 });
    await outbox.untilRecorded(1);
    outbox.publisher.behave = () => Promise.reject(unavailable('down'));
    await putOneByOne(3);
    while (outbox.failures.length === 0) await delay(20);
    outbox.publisher.behave = () => undefined;
    await outbox.untilRecorded(4);
    expect(outbox.steps().map(({ step }) => step)).toEqual([0, 1, 2, 3]);
  });
});
