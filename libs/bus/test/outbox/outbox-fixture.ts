import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { topic, type Topic } from '@tributary/contracts/topics/topic';
import { createDataSource } from '@tributary/database/data-source';
import { migrate } from '@tributary/database/migrate';
import { startPostgres, type TestPostgres } from '@tributary/testing/postgres/postgres';
import { query, transaction } from '@tributary/database/transaction';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { toText } from '../../src/messages/raw-json.js';
import type { MessageAttributes, Outgoing } from '../../src/messages/message.js';
import { lingeringOutboxPartitions, insertOutbox, outboxTables } from '../../src/outbox/outbox.js';
import { OutboxRelay, type OutboxRelayOptions } from '../../src/outbox/outbox.relay.js';
import { Publisher } from '../../src/publishing/publisher.js';

const Step = z.object({ key: z.string(), step: z.number(), filler: z.string().optional() });
export type Step = z.infer<typeof Step>;
export const aTopic = (name: string, others: Partial<Topic<Step>> = {}) =>
  topic<Step>({ name, schema: Step, key: ({ key }) => key, partitions: 1, retention: { days: 1 }, ...others });
export const moved = aTopic('tests.moved.v1');
export const turned = aTopic('tests.turned.v1');
export const lingering = aTopic('tests.lingering.v1', { lingers: true });

export const aMessage = (value: Step): Outgoing<Step> => ({ id: `${value.key}/${value.step}`, value });

type Recorded = MessageAttributes & { topic: string; key?: string; value: unknown };

/** Serialized messages are parsed for the comparison. */
function recordedOf(message: Outgoing<unknown>, topic: string): Recorded {
  if (!('json' in message)) return { ...message, topic };
  const { json, key: _key, ...attributes } = message;
  return { ...attributes, topic, value: JSON.parse(toText(json)) };
}

/** Records what it publishes. `behave` can fail or delay. `answer` can fail afterwards, like a lost response. */
export class RecordingPublisher extends Publisher {
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
    await runner.query(lingeringOutboxPartitions);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}

/** A poll interval longer than any test. */
export const never = 24 * 60 * 60_000;

/** The wall clock of this process is set back by an hour, until mocks are restored. */
export function setClockBack(): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() - 60 * 60_000);
}

/** An outbox in its own PostgreSQL, with the relays that a test starts. */
export class TestOutbox {
  publisher = new RecordingPublisher();
  readonly failures: unknown[] = [];
  private readonly running: OutboxRelay[] = [];

  private constructor(
    readonly postgres: TestPostgres,
    readonly dataSource: DataSource,
  ) {}

  /** Another data source of the same database. */
  connect(): Promise<DataSource> {
    return createDataSource({ url: this.postgres.url, app: 'outbox-tests', entities: [], migrations: [] }).initialize();
  }

  static async start(): Promise<TestOutbox> {
    const postgres = await startPostgres();
    const migrations = [Outbox1763700000000];
    const app = { url: postgres.url, app: 'outbox-tests', entities: [], migrations, poolSize: 20 };
    await migrate(app);
    return new TestOutbox(postgres, await createDataSource(app).initialize());
  }

  async stop(): Promise<void> {
    await this.dataSource.destroy();
    await this.postgres.stop();
  }

  /** Stops the relays and clears all state, for the next test. */
  async clear(): Promise<void> {
    this.publisher.behave = this.publisher.answer = () => undefined;
    await Promise.all(this.running.splice(0).map((relay) => relay.stop()));
    await query(this.dataSource, 'truncate outbox');
    this.publisher = new RecordingPublisher();
    this.failures.length = 0;
  }

  startRelay(options: Partial<OutboxRelayOptions> = {}): OutboxRelay {
    const { dataSource, publisher } = this;
    const onError = (error: unknown) => void this.failures.push(error);
    const topics = [moved, turned, lingering];
    const relay = new OutboxRelay({ dataSource, topics, publisher, onError, pollMs: never, ...options });
    relay.start();
    this.running.push(relay);
    return relay;
  }

  put(on: Topic<Step>, ...steps: Step[]): Promise<void> {
    return transaction(this.dataSource, (client) => insertOutbox(client, on, steps.map(aMessage)));
  }

  steps(): Step[] {
    return this.publisher.recorded.map(({ value }) => value as Step);
  }

  untilRecorded(count: number): Promise<void> {
    return eventually(() => this.publisher.recorded.length >= count);
  }
}

export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 180_000; !(await condition()); await delay(5))
    if (Date.now() > deadline) throw new Error('the condition did not become true in time');
}
