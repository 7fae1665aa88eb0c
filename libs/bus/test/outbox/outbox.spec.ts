import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import { query, transaction } from '@tributary/database/transaction';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { insertOutbox } from '../../src/outbox/outbox.js';
import { untilPublished } from '../../src/outbox/until-published.js';
import {
  aMessage,
  aTopic,
  eventually,
  moved,
  never,
  RecordingPublisher,
  TestOutbox,
  turned,
  type Step,
} from './outbox-fixture.js';

describe('the outbox', () => {
  let outbox: TestOutbox;
  let dataSource: DataSource;

  beforeAll(async () => {
    outbox = await TestOutbox.start();
    dataSource = outbox.dataSource;
  });
  afterAll(() => outbox.stop());
  afterEach(() => outbox.clear());

  /** Runs SQL as superuser, which can end other sessions. */
  const asSuperuser = async (sql: string) => {
    const client = new Client({ connectionString: outbox.postgres.url });
    await client.connect();
    const { rowCount } = await client.query(sql);
    await client.end();
    return rowCount;
  };

  const put = (...steps: Step[]) => outbox.put(moved, ...steps);

  it('publishes committed messages with their attributes, and tombstones', async () => {
    const relay = outbox.startRelay();
    await transaction(dataSource, (client) =>
      insertOutbox(client, moved, [
        { id: 'one', time: 1_700_000_000_000, traceparent: '00-a-b-01', value: { key: 'k', step: 1 } },
        { id: 'two', time: 1_700_000_000_001, key: 'k', value: null },
      ]),
    );
    await outbox.untilRecorded(2);
    expect(outbox.publisher.recorded).toEqual([
      { topic: moved.name, id: 'one', time: 1_700_000_000_000, traceparent: '00-a-b-01', value: { key: 'k', step: 1 } },
      { topic: moved.name, id: 'two', time: 1_700_000_000_001, key: 'k', value: null },
    ]);
    await eventually(async () => (await relay.backlog()) === 0);
  });

  it('publishes nothing of a transaction that is rolled back', async () => {
    outbox.startRelay();
    const rolledBack = transaction(dataSource, async (client) => {
      await insertOutbox(client, moved, [aMessage({ key: 'k', step: 1 })]);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await put({ key: 'k', step: 2 });
    await outbox.untilRecorded(1);
    expect(outbox.steps()).toEqual([{ key: 'k', step: 2 }]);
  });

  it('accepts messages in a transaction of TypeORM', async () => {
    outbox.startRelay();
    await dataSource.transaction((manager) => insertOutbox(manager, moved, [aMessage({ key: 'k', step: 1 })]));
    await outbox.untilRecorded(1);
  });

  it('publishes messages from before its start, and messages without a notification with the next poll', async () => {
    await put({ key: 'k', step: 1 });
    outbox.startRelay();
    await outbox.untilRecorded(1);
    const unannounced = `insert into outbox (partition, topic, key, message_id, payload)
      values (0, '${moved.name}', 'k', 'u', '{"key":"k","step":2}')`;
    await query(dataSource, unannounced);
    // Negative control: the first relay, which does not poll, waits for a notification.
    await delay(300);
    expect(outbox.publisher.recorded).toHaveLength(1);
    outbox.startRelay({ pollMs: 50 });
    await outbox.untilRecorded(2);
  });

  it('lets untilPublished resolve when the messages are published, not before', async () => {
    let release: (() => void) | undefined;
    outbox.publisher.behave = () => new Promise((resolve) => (release = resolve));
    outbox.startRelay();
    await transaction(dataSource, (client) =>
      insertOutbox(client, moved, [{ id: 'awaited', value: { key: 'k', step: 1 } }]),
    );
    let isPublished = false;
    const published = untilPublished(dataSource, ['awaited'], never).then((known) => (isPublished = known));
    await eventually(() => release !== undefined);
    await delay(200);
    expect(isPublished).toBe(false);
    release?.();
    expect(await published).toBe(true);
    expect(outbox.publisher.recorded).toHaveLength(1);
  });

  it('lets untilPublished resolve after its timeout while publishing fails, and at once for other messages', async () => {
    outbox.publisher.behave = () => Promise.reject(unavailable('down'));
    outbox.startRelay();
    await transaction(dataSource, (client) =>
      insertOutbox(client, moved, [{ id: 'stuck', value: { key: 'k', step: 1 } }]),
    );
    expect(await untilPublished(dataSource, ['stuck'], 100)).toBe(false);
    expect(await untilPublished(dataSource, ['another'], never)).toBe(true);
    expect(outbox.publisher.recorded).toEqual([]);
  });

  it('loses nothing while publishing fails, and publishes it later in order, with the same ids', async () => {
    outbox.publisher.behave = () => Promise.reject(unavailable('down'));
    const relay = outbox.startRelay();
    await put({ key: 'k', step: 1 }, { key: 'k', step: 2 });
    await put({ key: 'k', step: 3 });
    await eventually(() => outbox.failures.length >= 2);
    expect(await relay.backlog()).toBe(3);
    outbox.publisher.behave = () => undefined;
    await outbox.untilRecorded(3);
    expect(outbox.publisher.recorded.map(({ id }) => id)).toEqual(['k/1', 'k/2', 'k/3']);
  });

  it('publishes messages again, with the same ids, that were not acknowledged', async () => {
    outbox.publisher.answer = () => Promise.reject(unavailable('answer lost'));
    const relay = outbox.startRelay();
    await put({ key: 'k', step: 1 });
    await eventually(() => outbox.failures.length >= 1);
    outbox.publisher.answer = () => undefined;
    await eventually(async () => (await relay.backlog()) === 0);
    expect(new Set(outbox.publisher.recorded.map(({ id }) => id))).toEqual(new Set(['k/1']));
    expect(outbox.publisher.recorded.length).toBeGreaterThan(1);
  });

  it('does not hold back others for a topic that fails or is unknown', async () => {
    outbox.publisher.behave = (name) => (name === turned.name ? Promise.reject(unavailable('down')) : undefined);
    const relay = outbox.startRelay();
    await outbox.put(turned, { key: 'k', step: 1 });
    await outbox.put(aTopic('tests.unknown.v1'), { key: 'other', step: 1 });
    for (const step of [1, 2, 3]) await put(...['k', 'a', 'b', 'c', 'd', 'e'].map((key) => ({ key, step })));
    await outbox.untilRecorded(18);
    // Recorded messages are deleted a moment later.
    await eventually(async () => (await relay.backlog()) === 2);
    expect(outbox.failures.map(String).join()).toContain('tests.unknown.v1');
  });

  it('publishes about 1 MiB in one call', async () => {
    const filler = 'x'.repeat(300 * 1024);
    await put(...Array.from({ length: 12 }, (_, step) => ({ key: 'k', step, filler })));
    outbox.startRelay();
    await outbox.untilRecorded(12);
    expect(outbox.publisher.calls.map((call) => call.length)).toEqual([4, 4, 4]);
  });

  it('resumes after the database was killed, and gets notifications again', async () => {
    outbox.startRelay();
    await put({ key: 'k', step: 1 });
    await outbox.untilRecorded(1);
    await outbox.postgres.kill();
    await outbox.postgres.start();
    await eventually(() =>
      put({ key: 'k', step: 2 }).then(
        () => true,
        () => false,
      ),
    );
    await outbox.untilRecorded(2);
    const listeners = "select from pg_stat_activity where query like 'listen %'";
    await eventually(async () => (await asSuperuser(listeners)) === 1);
    await put({ key: 'k', step: 3 });
    await outbox.untilRecorded(3);
  });

  it('publishes messages that another relay had claimed when it died', async () => {
    const dying = new RecordingPublisher();
    let release: (() => void) | undefined;
    dying.behave = () => new Promise((resolve) => (release = resolve));
    outbox.startRelay({ publisher: dying });
    await put({ key: 'k', step: 1 });
    await eventually(() => release !== undefined);
    outbox.startRelay({ pollMs: 50 });
    await delay(300);
    // Negative control: while it lives, no other relay publishes the partition.
    expect(outbox.publisher.recorded).toHaveLength(0);
    await asSuperuser("select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'");
    await outbox.untilRecorded(1);
    expect(outbox.publisher.recorded[0]?.id).toBe('k/1');
    release?.();
  });

  describe('with two relays, while transactions write', () => {
    const keys = Array.from({ length: 12 }, (_, index) => `key-${index}`);
    const length = 25;

    /** One writer per key, as with a lock on the key's entity. */
    const write = () =>
      Promise.all(
        keys.map(async (key) => {
          for (let step = 0; step < length; step += 1) await put({ key, step });
        }),
      );
    const randomDelay = () => delay(Math.random() * 8);
    const distinct = () => new Set(outbox.publisher.recorded.map(({ id }) => id));
    const isInOrder = () => keys.every((key) => isAscending([...distinct()].filter((id) => id.startsWith(`${key}/`))));
    const untilAllPublished = () => eventually(() => distinct().size === keys.length * length);

    it('keeps the order per key and publishes each message once', async () => {
      outbox.publisher.behave = randomDelay;
      outbox.startRelay();
      outbox.startRelay();
      await write();
      await untilAllPublished();
      expect(isInOrder()).toBe(true);
      expect(outbox.publisher.recorded).toHaveLength(keys.length * length);
    });

    it('keeps the order of first publications when calls fail, or their answers are lost, now and then', async () => {
      let calls = 0;
      const fail = () => (++calls % 10 === 3 ? Promise.reject(unavailable('now and then')) : undefined);
      outbox.publisher.behave = () => randomDelay().then(fail);
      outbox.publisher.answer = fail;
      outbox.startRelay({ pollMs: 100 });
      outbox.startRelay({ pollMs: 100 });
      await write();
      await untilAllPublished();
      expect(outbox.failures.length).toBeGreaterThan(0);
      expect(isInOrder()).toBe(true);
    });

    it('(negative control: claiming rows instead of partitions breaks the order, and the check notices)', async () => {
      for (let step = 0; step < 6; step += 1) await put({ key: 'key-0', step });
      const claimRows = () =>
        transaction(dataSource, async (client) => {
          const { rows } = await client.query<{ message_id: string; payload: string }>(
            'select * from outbox order by id limit 3 for update skip locked',
          );
          const messages = rows.map(({ message_id, payload }) => ({
            id: message_id,
            value: JSON.parse(payload) as Step,
          }));
          // The transaction with the first rows is the slow one.
          if (messages[0]?.value.step === 0) await eventually(() => outbox.publisher.recorded.length > 0);
          await outbox.publisher.publish(moved, messages);
        });
      await Promise.all([claimRows(), claimRows()]);
      expect(distinct().size).toBe(6);
      expect(isInOrder()).toBe(false);
    });
  });
});

const isAscending = (ids: string[]) => ids.every((id, index) => id.endsWith(`/${index}`));
