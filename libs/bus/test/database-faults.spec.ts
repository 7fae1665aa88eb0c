import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deadLetterTopic, type Topic } from '@tributary/contracts/topics/topic';
import { createDataSource } from '@tributary/database/data-source';
import { migrate } from '@tributary/database/migrate';
import { startPostgres, type TestPostgres } from '@tributary/testing/postgres/postgres';
import { transaction } from '@tributary/database/transaction';
import { eventually } from '@tributary/testing/eventually';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { FileDeadLetters } from '../src/in-process/file-dead-letters.js';
import { InProcessPublisher } from '../src/in-process/in-process.publisher.js';
import { InProcessStrategy } from '../src/in-process/in-process.strategy.js';
import type { Received } from '../src/messages/message.js';
import {
  aTopic,
  handlerOf,
  outcomeOf,
  quickRetry,
  run,
  silent,
  steps,
  type RunningBus,
  type Step,
} from './bus-harness.js';

const schema = 'fault_tests';
const createTable = `create table ${schema}.steps (id text primary key, step smallint);
  alter table ${schema}.steps owner to tributary_${schema}`;

describe('a consumer whose database fails', () => {
  let postgres: TestPostgres;
  let dataSource: DataSource;
  let deadLetterDirectory: string;
  let topic: Topic<Step>;
  let app: RunningBus;

  beforeAll(async () => {
    postgres = await startPostgres();
    const options = { url: postgres.url, app: 'fault-tests', entities: [], migrations: [] };
    await migrate(options);
    dataSource = await createDataSource(options).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await postgres.stop();
  });

  beforeEach(async () => {
    await asOperator(createTable);
    deadLetterDirectory = await mkdtemp(path.join(tmpdir(), 'tributary-dead-letters-'));
    topic = aTopic();
    const publisher = new InProcessPublisher();
    const deadLetters = new FileDeadLetters(deadLetterDirectory);
    const strategy = new InProcessStrategy({ publisher, deadLetters, logger: silent, retry: quickRetry });
    app = await run({ publisher, strategy, close: () => publisher.close() }, [handlerOf(topic, {}, store)]);
  });
  afterEach(async () => {
    await app.close();
    await asOperator(`drop table if exists ${schema}.steps`);
    await rm(deadLetterDirectory, { recursive: true });
  });

  const store = (batch: Received<Step>[]) =>
    transaction(dataSource, async (client) => {
      for (const { id, value } of batch) await client.query('insert into steps values ($1, $2)', [id, value.step]);
      return [];
    });

  async function asOperator(sql: string): Promise<unknown[]> {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    await client.end();
    return rows;
  }

  const deadLetters = async () => {
    const lines = await readFile(path.join(deadLetterDirectory, `${deadLetterTopic(topic.name)}.ndjson`), 'utf8').catch(
      () => '',
    );
    return lines.split('\n').filter(Boolean);
  };
  const stored = () => asOperator(`select id from ${schema}.steps order by step`);
  const ids = (messages: { id: string }[]) => messages.map(({ id }) => ({ id }));

  it.each([
    ['a table', `drop table ${schema}.steps`, createTable],
    [
      'a grant',
      `alter table ${schema}.steps owner to current_user`,
      `alter table ${schema}.steps owner to tributary_${schema}`,
    ],
    ['the schema', `alter schema ${schema} rename to gone`, `alter schema gone rename to ${schema}`],
  ])('waits while %s is missing, dead-letters nothing, and resumes when it is back', async (_what, remove, restore) => {
    await asOperator(remove);
    const outcome = outcomeOf(app.publisher.publish(topic, steps(10)));
    await eventually(() => expect(app.strategy.stats()).toMatchObject([{ paused: 1, failures: 0 }]));
    // The consumer never gives up; the publisher's deadline has passed.
    expect(await outcome).toBe('refused');
    expect(app.strategy.stats()).toMatchObject([{ paused: 1, failures: 0, deadLettered: 0 }]);
    await asOperator(restore);
    await eventually(async () => expect(await stored()).toEqual(ids(steps(10))));
    expect(await deadLetters()).toEqual([]);
  });

  it('(control) dead-letters a value that the database can never store, and stores the rest', async () => {
    const outOfRange = { id: 'out-of-range', value: { key: 'k-0', step: 100_000 } };
    await app.publisher.publish(topic, [...steps(10), outOfRange]);
    expect(await stored()).toEqual(ids(steps(10)));
    expect(await deadLetters()).toEqual([expect.stringContaining('out of range for type smallint')]);
  });
});
