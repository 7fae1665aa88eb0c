import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { poolOf } from '@tributary/database/data-source';
import { transaction } from '@tributary/database/transaction';
import { Client } from 'pg';
import { isHeld } from '../../src/outbox/held-partitions.js';
import { insertOutbox, outboxChannel, partitionOf } from '../../src/outbox/outbox.js';
import { aMessage, eventually, lingering, moved, setClockBack, TestOutbox } from './outbox-fixture.js';

// A notification costs its commit a lock of the whole server.

describe('a transaction that publishes to a partition that this process holds back', () => {
  let outbox: TestOutbox;
  let client: Client;
  const notified: string[] = [];

  beforeAll(async () => {
    outbox = await TestOutbox.start();
    client = new Client(poolOf(outbox.dataSource).options);
    await client.connect();
    client.on('notification', ({ payload = '' }) => void notified.push(payload));
    await client.query(`listen ${client.escapeIdentifier(outboxChannel(outbox.dataSource.driver.schema ?? 'public'))}`);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await outbox.clear();
    notified.length = 0;
  });
  afterAll(async () => {
    await client.end();
    await outbox.stop();
  });

  /** The notifications so far: those of a commit come before the answer to a later statement. */
  const countNotified = async () => {
    await client.query('select 1');
    return notified.length;
  };

  /** Returns how many messages it took. */
  const putUntilHeld = async () => {
    let put = 0;
    await eventually(async () => {
      await outbox.put(lingering, { key: 'k', step: put++ });
      return (await countNotified()) < put;
    });
    return put;
  };

  it('does not notify, and its messages are published all the same', async () => {
    outbox.startRelay();
    const put = await putUntilHeld();
    await outbox.untilRecorded(put);
    expect(outbox.steps().map(({ step }) => step)).toEqual(Array.from({ length: put }, (_, step) => step));
  });

  it('(control) notifies of each other topic', async () => {
    outbox.startRelay();
    for (let step = 0; step < 20; step += 1) await outbox.put(moved, { key: 'k', step });
    expect(await countNotified()).toBe(20);
  });

  it('notifies again once the relay has stopped', async () => {
    const relay = outbox.startRelay();
    const put = await putUntilHeld();
    await relay.stop();
    const before = await countNotified();
    await outbox.put(lingering, { key: 'k', step: put });
    expect(await countNotified()).toBe(before + 1);
  });

  it('notifies again after the delay, although the clock of the process was set back meanwhile', async () => {
    const relay = outbox.startRelay();
    const put = await putUntilHeld();
    // Then the delay after the last message has begun.
    await eventually(async () => (await relay.backlog()) === 0);
    setClockBack();
    await eventually(() => !isHeld(outbox.dataSource, lingering.name, partitionOf(lingering, 'k')));
    const before = await countNotified();
    await outbox.put(lingering, { key: 'k', step: put });
    expect(await countNotified()).toBe(before + 1);
    await outbox.untilRecorded(put + 1);
  });

  it('notifies on a data source of which no relay holds it back', async () => {
    outbox.startRelay();
    const other = await outbox.connect();
    const put = await putUntilHeld();
    const before = await countNotified();
    await transaction(other, (own) => insertOutbox(own, lingering, [aMessage({ key: 'k', step: put })]));
    expect(await countNotified()).toBe(before + 1);
    await other.destroy();
  });
});
