import { crc32 } from 'node:zlib';
import type { Topic } from '@tributary/contracts/topics/topic';
import { dataSourceOf } from '@tributary/database/data-source-of';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { AnyTopic } from '../messages/consume.js';
import { currentTraceparent } from '../tracing/batch-context.js';
import { toText } from '../messages/raw-json.js';
import type { Outgoing } from '../messages/message.js';
import { isHeld } from './held-partitions.js';

/** Runs SQL in the caller's transaction: a pg client, or TypeORM's EntityManager or QueryRunner. */
export interface OutboxClient {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/** The number of partitions for topics that do not linger. As many partitions for lingering topics follow. */
export const immediatePartitions = 8;

/**
 * SQL for the migration of an app with an outbox. Keys are spread over partitions. One relay at a time publishes a
 * partition, so messages of one key and topic keep their order.
 */
export const outboxTables = `
  create table outbox (
    id bigint generated always as identity,
    partition smallint not null,
    topic text not null,
    key text not null,
    message_id text not null,
    time bigint,
    traceparent text,
    -- JSON; null for a tombstone
    payload text,
    primary key (partition, id)
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
  -- External (not compressed): its length is known without reading it.
  alter table outbox alter column payload set storage external;
  create table outbox_partition (partition smallint primary key);
  insert into outbox_partition select generate_series(0, ${immediatePartitions - 1});
  -- The timeline of the database: relays stamp all messages with it. 0 until a restore starts a new one.
  create table outbox_timeline (timeline bigint not null);
  insert into outbox_timeline values (0);
`;

/** SQL for the migration of an app with lingering topics: relays only publish partitions with a row in this table. */
export const lingeringOutboxPartitions = `insert into outbox_partition select generate_series(${immediatePartitions}, ${2 * immediatePartitions - 1})`;

export const isLingeringPartition = (partition: number) => partition >= immediatePartitions;

export const partitionOf = ({ lingers }: AnyTopic, key: string) =>
  (crc32(key) % immediatePartitions) + (lingers ? immediatePartitions : 0);

/** The PostgreSQL channel on which the relays of a schema are notified. The payload is a partition with new rows. */
export const outboxChannel = (schema: string) => `outbox.${schema}`;

/** The most messages of one statement: each adds a parameter. */
const maxMessages = 500;

/**
 * Statements of up to this many messages are named, so that connections keep their plans: planning is most of the cost.
 */
const maxNamed = 8;

/**
 * Each payload is a parameter of its own: payloads are long, and in an array parameter each of their quotes would be
 * escaped and parsed again. PostgreSQL sends equal notifications of a transaction once, and at its commit. Each costs its
 * commit a lock of the whole server, and wakes the listeners of all apps.
 */
const insertOf = (messages: number) => `
  with inserted as (
    insert into outbox (partition, topic, key, message_id, time, traceparent, payload)
    select partition, $1, key, message_id, time, traceparent, payload
    from unnest($2::smallint[], $3::text[], $4::text[], $5::bigint[], $6::text[],
      array[${Array.from({ length: messages }, (_, index) => `$${index + 8}`).join()}]::text[]) with ordinality
      as row (partition, key, message_id, time, traceparent, payload, position)
    order by position
    returning partition
  )
  select pg_notify('outbox.' || current_schema(), partition::text) from inserted
  where partition <> all($7::smallint[]) group by partition`;

/**
 * Publishes messages if, and only if, the caller's transaction commits: at least once, with these ids, and in this
 * order per key. Concurrent transactions that publish the same key must lock the key's entity before they call this:
 * without the lock the order is that of the calls, not of the commits.
 */
export async function insertOutbox<T>(
  client: OutboxClient,
  topic: Topic<T>,
  messages: Outgoing<NoInfer<T>>[],
): Promise<void> {
  for (const statement of outboxStatements(topic, messages, client)) {
    if (client instanceof Client) await client.query(statement);
    else await client.query(statement.text, statement.values);
  }
}

/**
 * Starts a new timeline with a higher number than all before it, lost ones included. Each row that a relay publishes on the
 * old one was committed before this transaction, because a relay reads rows and timeline in one snapshot.
 */
export async function startTimeline(client: OutboxClient, now: number): Promise<void> {
  await client.query('update outbox_timeline set timeline = greatest(timeline + 1, $1)', [now]);
}

export interface OutboxStatement {
  name?: string;
  text: string;
  values: unknown[];
}

/**
 * The statements of `insertOutbox`, for callers that send them together with others.
 *
 * @param client of the transaction. Without it, relays are notified even of partitions that they hold back.
 */
export function outboxStatements<T>(
  topic: Topic<T>,
  messages: Outgoing<NoInfer<T>>[],
  client?: OutboxClient,
): OutboxStatement[] {
  const dataSource = client && dataSourceOf(client);
  return Array.from({ length: Math.ceil(messages.length / maxMessages) }, (_, index) =>
    statementOf(topic, messages.slice(index * maxMessages, (index + 1) * maxMessages), dataSource),
  );
}

function statementOf<T>(topic: Topic<T>, messages: Outgoing<T>[], dataSource: DataSource | undefined): OutboxStatement {
  const now = Date.now();
  const cause = currentTraceparent() ?? null;
  const keys = messages.map((message) => ('key' in message ? message.key : topic.key(message.value)));
  const partitions = keys.map((key) => partitionOf(topic, key));
  const values = [
    topic.name,
    partitions,
    keys,
    messages.map(({ id }) => id),
    messages.map(({ time }) => time ?? now),
    messages.map(({ traceparent }) => traceparent ?? cause),
    partitions.filter((partition) => isHeld(dataSource, topic.name, partition)),
    ...messages.map(payloadOf),
  ];
  const statement = { text: insertOf(messages.length), values };
  return messages.length <= maxNamed ? { name: `insert-outbox-${messages.length}`, ...statement } : statement;
}

function payloadOf<T>(message: Outgoing<T>): string | null {
  if ('json' in message) return toText(message.json);
  return message.value === null ? null : JSON.stringify(message.value);
}
