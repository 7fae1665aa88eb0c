import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import { query, transaction } from '@tributary/database/transaction';
import { isHeld } from '../../src/outbox/held-partitions.js';
import { claimPartition } from '../../src/outbox/outbox-partition.js';
import { immediatePartitions, partitionOf } from '../../src/outbox/outbox.js';
import { lingerMs } from '../../src/outbox/outbox.relay.js';
import { eventually, lingering, moved, setClockBack, TestOutbox } from './outbox-fixture.js';

describe('messages of a lingering topic', () => {
  let outbox: TestOutbox;

  beforeAll(async () => {
    outbox = await TestOutbox.start();
  });
  afterAll(() => outbox.stop());
  afterEach(async () => {
    jest.restoreAllMocks();
    await outbox.clear();
  });

  const callsOf = (key: string) =>
    outbox.publisher.calls.map((call) => call.filter(({ id }) => id.startsWith(`${key}/`)).map(({ id }) => id));
  const putOneByOne = async (count: number, topic = lingering) => {
    for (let step = 1; step <= count; step += 1) await outbox.put(topic, { key: 'k', step });
  };

  it('are published at once after a pause, and together right after others', async () => {
    outbox.startRelay();
    await outbox.put(lingering, { key: 'k', step: 0 });
    await outbox.untilRecorded(1);
    const begun = performance.now();
    await putOneByOne(10);
    await outbox.untilRecorded(11);
    // On a slow machine the ten messages may take several times as long as the linger time.
    expect(callsOf('k').length).toBeLessThanOrEqual(3 + (performance.now() - begun) / lingerMs);
    expect(outbox.steps().map(({ step }) => step)).toEqual(Array.from({ length: 11 }, (_, step) => step));
  });

  it('(control) of other topics do not wait for each other', async () => {
    outbox.startRelay();
    for (let step = 0; step < 20; step += 1) {
      await outbox.put(moved, { key: 'k', step });
      await outbox.untilRecorded(step + 1);
    }
    expect(callsOf('k')).toHaveLength(20);
  });

  it('do not hold back other topics, even with the same key', async () => {
    outbox.startRelay();
    let attempts = 0;
    await eventually(async () => {
      attempts += 1;
      await outbox.put(lingering, { key: 'k', step: 0 });
      await outbox.untilRecorded(3 * attempts - 2);
      await outbox.put(lingering, { key: 'k', step: 1 });
      await outbox.put(moved, { key: 'k', step: 2 });
      await outbox.untilRecorded(3 * attempts);
      // A slow machine may write the second and the third one when the time to linger is over.
      return isDeepStrictEqual(
        outbox
          .steps()
          .slice(-3)
          .map(({ step }) => step),
        [0, 2, 1],
      );
    });
  });

  it('are claimed after all others, even older ones, and never from excepted partitions', async () => {
    const claim = (except: number[]) => transaction(outbox.dataSource, (client) => claimPartition(client, except));
    await outbox.put(lingering, { key: 'k', step: 0 });
    const own = (await claim([]))?.partition ?? -1;
    expect(own).toBeGreaterThanOrEqual(immediatePartitions);
    await outbox.put(moved, { key: 'k', step: 1 });
    expect(await claim([])).toEqual({ partition: own - immediatePartitions, hasOthers: true });
    expect(await claim([own])).toEqual({ partition: own - immediatePartitions, hasOthers: false });
    expect(await claim([own, own - immediatePartitions])).toBeUndefined();
  });

  it('do not linger while more are left than one batch holds', async () => {
    const filler = 'x'.repeat(1024 * 1024);
    for (let step = 0; step < 9; step += 1) await outbox.put(lingering, { key: 'k', step, filler });
    outbox.startRelay();
    await outbox.untilRecorded(9);
    expect(callsOf('k').map((call) => call.length)).toEqual([4, 4, 1]);
  });

  it('are not lost when publishing fails in between', async () => {
    outbox.startRelay();
    await outbox.put(lingering, { key: 'k', step: 0 });
    await outbox.untilRecorded(1);
    outbox.publisher.behave = () => Promise.reject(unavailable('down'));
    await putOneByOne(3);
    while (outbox.failures.length === 0) await delay(20);
    outbox.publisher.behave = () => undefined;
    await outbox.untilRecorded(4);
    expect(outbox.steps().map(({ step }) => step)).toEqual([0, 1, 2, 3]);
  });

  it('are found by polls after the time to linger, although the clock of the process was set back meanwhile', async () => {
    const partition = partitionOf(lingering, 'k');
    const relay = outbox.startRelay({ pollMs: 20 });
    await outbox.put(lingering, { key: 'k', step: 0 });
    await eventually(async () => outbox.steps().length === 1 && (await relay.backlog()) === 0);
    setClockBack();
    await eventually(() => !isHeld(outbox.dataSource, lingering.name, partition));
    // The relay ends the delay a little later, and then looks by itself.
    await delay(lingerMs);
    // As from another process that has not notified.
    await query(
      outbox.dataSource,
      'insert into outbox (partition, topic, key, message_id, payload) values ($1, $2, $3, $4, $5)',
      [partition, lingering.name, 'k', 'k/1', JSON.stringify({ key: 'k', step: 1 })],
    );
    await outbox.untilRecorded(2);
  });
});
