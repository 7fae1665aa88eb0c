import { BIGINT, VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { Received } from '@tributary/bus/messages/message';
import { activityStored } from '@tributary/contracts/topics/topics';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { stage, type StagedColumns } from './staging.js';

/** A message of any consumed topic. Those without a datamart are about all facts. */
export type FactMessage = Received<{ datamart_id?: string }>;

/** Longer than the 7 days for which topics retain messages, because an outbox may publish a message again. */
const keepIdsMs = 8 * dayMs;

interface Row {
  message: FactMessage;
  applied_at: number;
}

const columns: StagedColumns<Row> = {
  id: { type: VARCHAR, of: ({ message }) => idOf(message) },
  datamart_id: { type: BIGINT, of: ({ message }) => datamartOf(message) },
  time: { type: BIGINT, of: ({ message }) => BigInt(Math.floor(message.time)) },
  topic: { type: VARCHAR, of: ({ message }) => message.topic },
  applied_at: { type: BIGINT, of: ({ applied_at }) => BigInt(applied_at) },
};

/** Messages that are not applied yet, each once. */
export async function findUnseen<Message extends FactMessage>(
  connection: DuckDBConnection,
  messages: Message[],
): Promise<Message[]> {
  const candidates = [...new Map(messages.map((message) => [idOf(message), message])).values()];
  if (candidates.length === 0) return [];
  // With placeholders DuckDB uses the index of the primary key; a list parameter would make it scan the table.
  const placeholders = candidates.map((_, index) => `$${index + 1}`).join(', ');
  const found = await connection.runAndReadAll(
    `select id from applied_messages where id in (${placeholders})`,
    candidates.map(idOf),
  );
  const known = new Set<DuckDBValue>(found.getRows().map(([id]) => id ?? null));
  return candidates.filter((message) => !known.has(idOf(message)));
}

/** Up to so many messages are cheaper as parameters than in a staged table, which takes three more statements. */
const fewMessages = 8;

export async function markApplied(connection: DuckDBConnection, messages: FactMessage[], now: number): Promise<void> {
  const rows = messages.map((message) => ({ message, applied_at: now }));
  if (rows.length <= fewMessages) return insertFew(connection, rows);
  await stage(connection, 'applied_now', columns, rows);
  await connection.run('insert into applied_messages select * from applied_now; drop table applied_now');
}

async function insertFew(connection: DuckDBConnection, rows: Row[]): Promise<void> {
  const all = Object.values(columns);
  const tuples = rows.map(
    (_, row) => `(${all.map((_column, index) => `$${row * all.length + index + 1}`).join(', ')})`,
  );
  await connection.run(
    `insert into applied_messages values ${tuples.join(', ')}`,
    rows.flatMap((row) => all.map(({ of }) => of(row))),
  );
}

/** Keeps the newest message of each datamart and topic, for the watermarks. */
export async function pruneApplied(connection: DuckDBConnection, now: number): Promise<void> {
  await connection.run(
    `delete from applied_messages where applied_at < $1
       and id not in (select arg_max(id, time) from applied_messages group by datamart_id, topic)`,
    [BigInt(now - keepIdsMs)],
  );
}

/** The time of the newest applied message of activities, by datamart. */
export class Watermarks {
  private constructor(private readonly times: Map<bigint, number>) {}

  static async read(connection: DuckDBConnection): Promise<Watermarks> {
    const reader = await connection.runAndReadAll(
      'select datamart_id, max(time)::double from applied_messages where topic = $1 group by datamart_id',
      [activityStored.name],
    );
    return new Watermarks(new Map(reader.getRows() as [bigint, number][]));
  }

  add(messages: FactMessage[]): void {
    for (const message of messages) {
      if (message.topic !== activityStored.name) continue;
      const datamart_id = datamartOf(message);
      this.times.set(datamart_id, Math.max(Math.floor(message.time), this.of(datamart_id)));
    }
  }

  /** 0 before the first message. */
  of(datamart_id: bigint): number {
    return this.times.get(datamart_id) ?? 0;
  }

  newest(): number {
    let newest = 0;
    for (const time of this.times.values()) newest = Math.max(newest, time);
    return newest;
  }
}

/** Message ids are unique within their topic. */
const idOf = ({ topic, id }: FactMessage) => `${topic}/${id}`;

const datamartOf = ({ value }: FactMessage) => BigInt(value.datamart_id ?? 0);
