import { crc32 } from 'node:zlib';
import type { Topic } from '@tributary/contracts/topic';
import { Client } from 'pg';
import type { AnyTopic } from './consume.js';
import { currentTraceparent } from './handling.js';
import { toText } from './written-json.js';
import type { Outgoing } from './message.js';

/** What can run SQL with parameters in the caller's transaction: a client of pg, TypeORM's EntityManager or QueryRunner. */
export interface OutboxClient {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/** Lanes of topics that do not gather; as many of those that do come after them. */
export const promptLanes = 8;

/**
 * SQL for the migration of an app that publishes what it stores. The keys are spread over lanes; the relay publishes a
 * lane at a time, so that messages of one key and topic keep their order.
 */
export const outboxTables = `
  create table outbox (
    id bigint generated always as identity,
    lane smallint not null,
    topic text not null,
    key text not null,
    message_id text not null,
    time bigint,
    traceparent text,
    -- JSON; null for a tombstone
    payload text,
    primary key (lane, id)
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
  -- External: its length is known without reading it.
  alter table outbox alter column payload set storage external;
  create table outbox_lane (lane smallint primary key);
  insert into outbox_lane select generate_series(0, ${promptLanes - 1});
`;

/** SQL for the migration of an app that publishes topics that gather: without it nobody looks for their messages. */
export const gatheringOutboxLanes = `insert into outbox_lane select generate_series(${promptLanes}, ${2 * promptLanes - 1})`;

export const isGatheringLane = (lane: number) => lane >= promptLanes;

const laneOf = ({ gathers }: AnyTopic, key: string) => (crc32(key) % promptLanes) + (gathers ? promptLanes : 0);

/** Where a schema's relay hears of new rows, with the lane they are in. */
export const outboxChannel = (schema: string) => `outbox.${schema}`;

/** Of one statement, which has as many parameters more. */
const maxMessages = 500;

/** Up to so many, each number is a statement whose plan connections keep: they are the usual ones, and planning costs most. */
const maxNamed = 8;

/**
 * The payloads are parameters of their own: they are long, and in an array every quote of theirs would be escaped here
 * and read again there. PostgreSQL sends equal notifications of one transaction once, and none before it commits.
 */
const insertOf = (messages: number) => `
  with inserted as (
    insert into outbox (lane, topic, key, message_id, time, traceparent, payload)
    select lane, $1, key, message_id, time, traceparent, payload
    from unnest($2::smallint[], $3::text[], $4::text[], $5::bigint[], $6::text[],
      array[${Array.from({ length: messages }, (_, index) => `$${index + 7}`).join()}]::text[]) with ordinality
      as row (lane, key, message_id, time, traceparent, payload, position)
    order by position
    returning lane
  )
  select pg_notify('outbox.' || current_schema(), lane::text) from inserted group by lane`;

/**
 * Publishes messages if, and only if, the caller's transaction commits: at least once, with these ids, in this order
 * per key. Transactions that publish the same key at once must lock what the key stands for before they call this;
 * else the order is that of the calls, which need not be that of the commits.
 */
export async function insertOutbox<T>(
  client: OutboxClient,
  topic: Topic<T>,
  messages: Outgoing<NoInfer<T>>[],
): Promise<void> {
  for (const statement of outboxStatements(topic, messages)) {
    if (client instanceof Client) await client.query(statement);
    else await client.query(statement.text, statement.values);
  }
}

export interface OutboxStatement {
  name?: string;
  text: string;
  values: unknown[];
}

/** What `insertOutbox` does, for who sends it with statements of another kind. */
export function outboxStatements<T>(topic: Topic<T>, messages: Outgoing<NoInfer<T>>[]): OutboxStatement[] {
  return Array.from({ length: Math.ceil(messages.length / maxMessages) }, (_, index) =>
    statementOf(topic, messages.slice(index * maxMessages, (index + 1) * maxMessages)),
  );
}

function statementOf<T>(topic: Topic<T>, messages: Outgoing<T>[]): OutboxStatement {
  const now = Date.now();
  const cause = currentTraceparent() ?? null;
  const keys = messages.map((message) => ('key' in message ? message.key : topic.key(message.value)));
  const values = [
    topic.name,
    keys.map((key) => laneOf(topic, key)),
    keys,
    messages.map(({ id }) => id),
    messages.map(({ time }) => time ?? now),
    messages.map(({ traceparent }) => traceparent ?? cause),
    ...messages.map(payloadOf),
  ];
  const statement = { text: insertOf(messages.length), values };
  return messages.length <= maxNamed ? { name: `insert-outbox-${messages.length}`, ...statement } : statement;
}

function payloadOf<T>(message: Outgoing<T>): string | null {
  if ('json' in message) return toText(message.json);
  return message.value === null ? null : JSON.stringify(message.value);
}
