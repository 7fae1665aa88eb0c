import type { Received } from '@tributary/bus/messages/message';
import type { ClickHouseConnection } from './clickhouse-connection.js';

/** A message of any consumed topic. Those without a datamart are about all facts. */
export type FactMessage = Received<{ datamart_id?: string }>;

interface AppliedRow extends Record<string, unknown> {
  timeline: number;
  request_id: string;
  topic: string;
  id: string;
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ofBackfill = new RegExp(`(?:^|/)(${uuid})/`, 'i');

/** Ids of a backfill's messages contain `/<request_id>/`, or begin with it. */
const requestOf = (id: string) => ofBackfill.exec(id)?.[1] ?? '';

const rowOf = (timeline: number, { topic, id }: FactMessage): AppliedRow => ({
  timeline,
  request_id: requestOf(id),
  topic,
  id,
});

/** @returns those of the messages that are applied */
export async function findApplied<Message extends FactMessage>(
  connection: ClickHouseConnection,
  timeline: number,
  messages: Message[],
): Promise<Set<Message>> {
  const [first] = messages;
  if (!first) return new Set();
  const rows = messages.map((message) => rowOf(timeline, message));
  const found = await connection.rows<{ id: string }>(
    `select distinct id from applied_messages
      where timeline = {timeline:UInt32} and request_id in {requests:Array(String)} and topic = {topic:String}
        and id in {ids:Array(String)}`,
    {
      timeline,
      requests: [...new Set(rows.map(({ request_id }) => request_id))],
      topic: first.topic,
      ids: rows.map(({ id }) => id),
    },
  );
  const applied = new Set(found.map(({ id }) => id));
  return new Set(messages.filter(({ id }) => applied.has(id)));
}

export const markApplied = (connection: ClickHouseConnection, timeline: number, messages: FactMessage[]) =>
  connection.insert(
    'applied_messages',
    messages.map((message) => rowOf(timeline, message)),
  );
