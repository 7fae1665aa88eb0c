import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import { topic, type Topic } from '@tributary/contracts/topic';
import { createDataSource } from '@tributary/database/data-source';
import { migrate } from '@tributary/database/migrate';
import { startPostgres, type TestPostgres } from '@tributary/database/throw-away-postgres';
import { query, transaction } from '@tributary/database/transaction';
import { Client } from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import type { MessageAttributes, Outgoing } from './message.js';
import { insertOutbox, outboxTables } from './outbox.js';
import { OutboxRelay, type OutboxRelayOptions } from './outbox.relay.js';
import { Publisher } from './publisher.js';
import { untilPublished } from './until-published.js';

const Step = z.object({ key: z.string(), step: z.number(), filler: z.string().optional() });
type Step = z.infer<typeof Step>;
const aTopic = (name: string) =>
  topic<Step>({ name, schema: Step, key: ({ key }) => key, partitions: 1, retention: { days: 1 } });
const moved = aTopic('tests.moved.v1');
const turned = aTopic('tests.turned.v1');

type Recorded = MessageAttributes & { topic: string; key?: string; value: unknown };

/** What was written already is read for comparing. */
function recordedOf(message: Outgoing<unknown>, topic: string): Recorded {
  if (!('json' in message)) return { ...message, topic };
  const { json, key: _key, ...attributes } = message;
  return { ...attributes, topic, value: JSON.parse(json) };
}

/** Keeps what it gets; may refuse, dawdle, or keep and refuse, as a broker whose answer is lost. */
class RecordingPublisher extends Publisher {
  readonly recorded: Recorded[] = [];
  readonly calls: Outgoing<unknown>[][] = [];
  behave: (topic: string) => Promise<void> | void = () => undefined;
  answer: () => Promise<void> | void = () => undefined;

  async publish<T>({ name }: Topic<T>, messages: Outgoing<T>[]): Promise<void> {
    await this.behave(name);
    this.calls.push(messages);
    this.recorded.push(...messages.map((message) => recordedOf(message, name)));
    await this.answer();
  }

  isEmpty(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

class Outbox1763700000000 implements MigrationInterface {
  name = 'Outbox1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(outboxTables);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}

const never = 24 * 60 * 60_000;

describe('the outbox', () => {
  let postgres: TestPostgres;
  let dataSource: DataSource;
  let publisher: RecordingPublisher;
  let failures: unknown[];
  const running: OutboxRelay[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    const app = {
      url: postgres.url,
      app: 'outbox-tests',
      entities: [],
      migrations: [Outbox1763700000000],
      poolSize: 20,
    };
    await migrate(app);
    dataSource = await createDataSource(app).initialize();
  });

  afterAll(async () => {
    await dataSource.destroy();
    await postgres.stop();
  });

  beforeEach(() => {
    publisher = new RecordingPublisher();
    failures = [];
  });

  afterEach(async () => {
    publisher.behave = publisher.answer = () => undefined;
    await Promise.all(running.splice(0).map((relay) => relay.stop()));
    await query(dataSource, 'truncate outbox');
  });

  const startRelay = (options: Partial<OutboxRelayOptions> = {}) => {
    const onError = (error: unknown) => void failures.push(error);
    const relay = new OutboxRelay({
      dataSource,
      topics: [moved, turned],
      publisher,
      onError,
      pollMs: never,
      ...options,
    });
    relay.start();
    running.push(relay);
    return relay;
  };

  /** As the system would: end another's session. */
  const asSuperuser = async (sql: string) => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };

  const put = (...steps: Step[]) => putOn(moved, ...steps);
  const putOn = (on: Topic<Step>, ...steps: Step[]) =>
    transaction(dataSource, (client) => insertOutbox(client, on, steps.map(aMessage)));

  const steps = () => publisher.recorded.map(({ value }) => value as Step);
  const untilRecorded = (count: number) => eventually(() => publisher.recorded.length >= count);

  it('publishes what was committed, with its attributes and tombstones', async () => {
    startRelay();
    await transaction(dataSource, (client) =>
      insertOutbox(client, moved, [
        { id: 'one', time: 1_700_000_000_000, traceparent: '00-a-b-01', value: { key: 'k', step: 1 } },
        { id: 'two', time: 1_700_000_000_001, key: 'k', value: null },
      ]),
    );
    await untilRecorded(2);
    expect(publisher.recorded).toEqual([
      { topic: moved.name, id: 'one', time: 1_700_000_000_000, traceparent: '00-a-b-01', value: { key: 'k', step: 1 } },
      { topic: moved.name, id: 'two', time: 1_700_000_000_001, key: 'k', value: null },
    ]);
    await eventually(async () => (await running[0]?.backlog()) === 0);
  });

  it('publishes nothing of a transaction that was rolled back', async () => {
    startRelay();
    const rolledBack = transaction(dataSource, async (client) => {
      await insertOutbox(client, moved, [aMessage({ key: 'k', step: 1 })]);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await put({ key: 'k', step: 2 });
    await untilRecorded(1);
    expect(steps()).toEqual([{ key: 'k', step: 2 }]);
  });

  it('takes messages in a transaction of TypeORM too', async () => {
    startRelay();
    await dataSource.transaction((manager) => insertOutbox(manager, moved, [aMessage({ key: 'k', step: 1 })]));
    await untilRecorded(1);
  });

  it('sends what was put there while no relay ran, and what comes unannounced with the next poll', async () => {
    await put({ key: 'k', step: 1 });
    startRelay();
    await untilRecorded(1);
    const unannounced = `insert into outbox (lane, topic, key, message_id, payload)
      values (0, '${moved.name}', 'k', 'u', '{"key":"k","step":2}')`;
    await query(dataSource, unannounced);
    // Negative control: nothing but a notification wakes the first relay.
    await delay(300);
    expect(publisher.recorded).toHaveLength(1);
    startRelay({ pollMs: 50 });
    await untilRecorded(2);
  });

  it('tells whoever waits once the messages are with the bus, not before', async () => {
    let release = () => {};
    publisher.behave = () => new Promise((resolve) => (release = resolve));
    startRelay();
    await transaction(dataSource, (client) =>
      insertOutbox(client, moved, [{ id: 'awaited', value: { key: 'k', step: 1 } }]),
    );
    let isPublished = false;
    const published = untilPublished(dataSource, ['awaited'], never).then(() => (isPublished = true));
    await delay(200);
    expect(isPublished).toBe(false);
    release();
    await published;
    expect(publisher.recorded).toHaveLength(1);
  });

  it('keeps nobody waiting for a bus that takes nothing, nor for other messages', async () => {
    publisher.behave = () => Promise.reject(unavailable('down'));
    startRelay();
    await transaction(dataSource, (client) =>
      insertOutbox(client, moved, [{ id: 'stuck', value: { key: 'k', step: 1 } }]),
    );
    await untilPublished(dataSource, ['stuck'], 100);
    await untilPublished(dataSource, ['another'], never);
    expect(publisher.recorded).toEqual([]);
  });

  it('loses nothing while publishing fails, and sends it later in order, with the same ids', async () => {
    publisher.behave = () => Promise.reject(unavailable('down'));
    const relay = startRelay();
    await put({ key: 'k', step: 1 }, { key: 'k', step: 2 });
    await put({ key: 'k', step: 3 });
    await eventually(() => failures.length >= 2);
    expect(await relay.backlog()).toBe(3);
    publisher.behave = () => undefined;
    await untilRecorded(3);
    expect(publisher.recorded.map(({ id }) => id)).toEqual(['k/1', 'k/2', 'k/3']);
  });

  it('sends again, with the same id, what was published but not acknowledged', async () => {
    publisher.answer = () => Promise.reject(unavailable('answer lost'));
    startRelay();
    await put({ key: 'k', step: 1 });
    await eventually(() => failures.length >= 1);
    publisher.answer = () => undefined;
    await eventually(async () => (await running[0]?.backlog()) === 0);
    expect(new Set(publisher.recorded.map(({ id }) => id))).toEqual(new Set(['k/1']));
    expect(publisher.recorded.length).toBeGreaterThan(1);
  });

  it('holds nothing else back for a topic that fails or that it does not know', async () => {
    publisher.behave = (name) => (name === turned.name ? Promise.reject(unavailable('down')) : undefined);
    const relay = startRelay();
    await putOn(turned, { key: 'k', step: 1 });
    await putOn(aTopic('tests.unknown.v1'), { key: 'other', step: 1 });
    for (const step of [1, 2, 3]) await put(...['k', 'a', 'b', 'c', 'd', 'e'].map((key) => ({ key, step })));
    await untilRecorded(18);
    // What is recorded is deleted a moment later.
    await eventually(async () => (await relay.backlog()) === 2);
    expect(failures.map(String).join()).toContain('tests.unknown.v1');
  });

  it('publishes about 1 MiB at once', async () => {
    const filler = 'x'.repeat(300 * 1024);
    await put(...Array.from({ length: 12 }, (_, step) => ({ key: 'k', step, filler })));
    startRelay();
    await untilRecorded(12);
    expect(publisher.calls.map((call) => call.length)).toEqual([4, 4, 4]);
  });

  it('goes on after the database was killed, woken by notifications again', async () => {
    startRelay();
    await put({ key: 'k', step: 1 });
    await untilRecorded(1);
    await postgres.kill();
    await postgres.start();
    await eventually(() =>
      put({ key: 'k', step: 2 }).then(
        () => true,
        () => false,
      ),
    );
    await untilRecorded(2);
    await delay(500); // until the listener is there again
    await put({ key: 'k', step: 3 });
    await untilRecorded(3);
  });

  it('delivers what a relay had in hand when it died', async () => {
    const dying = new RecordingPublisher();
    let letGo: (() => void) | undefined;
    dying.behave = () => new Promise((resolve) => (letGo = resolve));
    startRelay({ publisher: dying });
    await put({ key: 'k', step: 1 });
    await eventually(() => letGo !== undefined);
    startRelay({ pollMs: 50 });
    await delay(300);
    // Negative control: while it lives, nobody else touches the lane.
    expect(publisher.recorded).toHaveLength(0);
    await asSuperuser("select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'");
    await untilRecorded(1);
    expect(publisher.recorded[0]?.id).toBe('k/1');
    letGo?.();
  });

  describe('with two publishing at once while others write', () => {
    const keys = Array.from({ length: 12 }, (_, index) => `key-${index}`);
    const length = 25;

    /** One writer per key, as the lock on what the key stands for would have it. */
    const write = () =>
      Promise.all(
        keys.map(async (key) => {
          for (let step = 0; step < length; step += 1) await put({ key, step });
        }),
      );
    const dawdle = () => delay(Math.random() * 8);
    const distinct = () => new Set(publisher.recorded.map(({ id }) => id));
    const isInOrder = () => keys.every((key) => isAscending([...distinct()].filter((id) => id.startsWith(`${key}/`))));
    const untilAllThere = () => eventually(() => distinct().size === keys.length * length);

    it('keeps the order per key and delivers each message once', async () => {
      publisher.behave = dawdle;
      startRelay();
      startRelay();
      await write();
      await untilAllThere();
      expect(isInOrder()).toBe(true);
      expect(publisher.recorded).toHaveLength(keys.length * length);
    });

    it('keeps the order of first deliveries when publishing fails, or its answer is lost, now and then', async () => {
      const fail = () => (Math.random() < 0.1 ? Promise.reject(unavailable('now and then')) : undefined);
      publisher.behave = () => dawdle().then(fail);
      publisher.answer = fail;
      startRelay({ pollMs: 100 });
      startRelay({ pollMs: 100 });
      await write();
      await untilAllThere();
      expect(failures.length).toBeGreaterThan(0);
      expect(isInOrder()).toBe(true);
    });

    it('(negative control: claiming rows instead of lanes breaks the order, and the check notices)', async () => {
      for (let step = 0; step < 6; step += 1) await put({ key: 'key-0', step });
      let isFirst = true;
      publisher.behave = async () => {
        if (!isFirst) return;
        isFirst = false;
        await eventually(() => publisher.recorded.length > 0);
      };
      const claimRows = () =>
        transaction(dataSource, async (client) => {
          const { rows } = await client.query<{ message_id: string; payload: string }>(
            'select * from outbox order by id limit 3 for update skip locked',
          );
          const messages = rows.map(({ message_id, payload }) => ({
            id: message_id,
            value: JSON.parse(payload) as Step,
          }));
          await publisher.publish(moved, messages);
        });
      await Promise.all([claimRows(), claimRows()]);
      expect(distinct().size).toBe(6);
      expect(isInOrder()).toBe(false);
    });
  });
});

const aMessage = (value: Step): Outgoing<Step> => ({ id: `${value.key}/${value.step}`, value });

const isAscending = (ids: string[]) => ids.every((id, index) => id.endsWith(`/${index}`));

async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await condition()); await delay(5))
    if (Date.now() > deadline) throw new Error('it did not come true in time');
}
