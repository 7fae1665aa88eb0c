import {
  BIGINT,
  DATE,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBUUIDValue,
  INTEGER,
  UUID,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Received } from '@tributary/bus/message';
import type { ActivitiesStored } from '@tributary/contracts/activity';
import { AppliedState, type AppliedRow } from './applied-state.js';

type Message = Received<ActivitiesStored>;
type Row = readonly DuckDBValue[];

const dayMs = 86_400_000;
/** 9999-12-31T23:59:59.999Z: no report reaches a fact after it, and DuckDB's dates end somewhere beyond. */
const lastReportableTs = 253_402_300_799_999;
/** Ids outlive the messages: topics keep those for 7 days, and an outbox may publish one again. */
const keepIdsMs = 8 * dayMs;
/** Reports reach back 4 months. */
const keepFactsMs = 150 * dayMs;
const pruneEveryMs = 3_600_000;
/** Rows that fit one of DuckDB's vectors. */
const chunkRows = 2_048;

const factTypes = [BIGINT, DATE, BIGINT, UUID, UUID, VARCHAR, VARCHAR];
const messageTypes = [VARCHAR, BIGINT, BIGINT, VARCHAR, INTEGER, BIGINT, BIGINT];

/** The one connection that writes. */
export class FactWriter {
  private queue: Promise<unknown> = Promise.resolve();
  private prunedAt = 0;

  private constructor(
    private readonly connection: DuckDBConnection,
    private readonly applied: AppliedState,
    private readonly now: () => number,
  ) {}

  static async open(connection: DuckDBConnection, now: () => number): Promise<FactWriter> {
    const applied = new AppliedState();
    for (const row of await newestMessages(connection)) applied.add(row);
    return new FactWriter(connection, applied, now);
  }

  /** One transaction for all of the messages, one call after the other. */
  append(messages: Message[]): Promise<void> {
    const written = this.queue.then(() => this.write(messages));
    this.queue = written.catch(() => undefined);
    return written;
  }

  watermark(datamart_id: string): number {
    return this.applied.watermark(BigInt(datamart_id));
  }

  /** Resolves when nothing is being written any more. */
  async close(): Promise<void> {
    await this.queue;
    this.connection.closeSync();
  }

  /** Moves the log into the file, so that the next start has nothing to replay. */
  async checkpoint(): Promise<void> {
    await this.queue;
    await this.connection.run('checkpoint');
  }

  private async write(messages: Message[]): Promise<void> {
    await this.prune();
    const candidates = distinct(messages.filter((message) => !this.applied.covers(message)));
    if (candidates.length === 0) return;
    await this.connection.run('begin');
    try {
      const known = await this.knownIds(candidates);
      const unseen = candidates.filter(({ id }) => !known.has(id));
      await this.insert('facts', factTypes, unseen.flatMap(factRows));
      const applied_at = BigInt(this.now());
      await this.insert(
        'applied_messages',
        messageTypes,
        unseen.map((message) => [...messageRow(message), applied_at]),
      );
      await this.connection.run('commit');
    } catch (error) {
      // A commit that failed has ended the transaction already, and there is nothing to roll back.
      await this.connection.run('rollback').catch(() => undefined);
      throw error;
    }
    for (const message of candidates) this.applied.add(appliedRow(message));
  }

  private async knownIds(messages: Message[]): Promise<Set<DuckDBValue>> {
    // Placeholders let DuckDB use the key's index; a list as one parameter would make it read the table.
    const placeholders = messages.map((_, index) => `$${index + 1}`).join(', ');
    const ids = messages.map(({ id }) => id);
    const found = await this.connection.runAndReadAll(
      `select id from applied_messages where id in (${placeholders})`,
      ids,
    );
    return new Set(found.getRows().map(([id]) => id ?? null));
  }

  private async insert(table: string, types: DuckDBType[], rows: Row[]): Promise<void> {
    const appender = await this.connection.createAppender(table);
    try {
      for (let start = 0; start < rows.length; start += chunkRows) {
        const part = rows.slice(start, start + chunkRows);
        const chunk = DuckDBDataChunk.create(types, part.length);
        chunk.setRows(part);
        appender.appendDataChunk(chunk);
      }
    } finally {
      appender.closeSync();
    }
  }

  private async prune(): Promise<void> {
    const now = this.now();
    if (now - this.prunedAt < pruneEveryMs) return;
    await this.connection.run(
      `delete from applied_messages where applied_at < $1
         and id not in (select arg_max(id, time) from applied_messages group by datamart_id)
         and id not in (select arg_max(id, "offset") from applied_messages where "offset" is not null group by topic, partition)`,
      [BigInt(now - keepIdsMs)],
    );
    await this.connection.run('delete from facts where day < $1', [
      new DuckDBDateValue(Math.floor((now - keepFactsMs) / dayMs)),
    ]);
    this.prunedAt = now;
  }
}

async function newestMessages(connection: DuckDBConnection): Promise<AppliedRow[]> {
  const reader = await connection.runAndReadAll(
    `select datamart_id, max(time)::double as time, topic, partition, max("offset") as "offset"
     from applied_messages group by datamart_id, topic, partition`,
  );
  return reader.getRowObjects() as unknown as AppliedRow[];
}

const distinct = (messages: Message[]) => [...new Map(messages.map((message) => [message.id, message])).values()];

function factRows({ value }: Message): Row[] {
  const datamart_id = BigInt(value.datamart_id);
  return value.activities
    .filter(({ ts }) => ts <= lastReportableTs)
    .map(({ ts, activity_id, user_point_id, type, channel_id }) => [
      datamart_id,
      new DuckDBDateValue(Math.floor(ts / dayMs)),
      BigInt(ts),
      uuidValue(activity_id),
      uuidValue(user_point_id),
      type,
      channel_id || null,
    ]);
}

const uuidValue = (text: string) => DuckDBUUIDValue.fromUint128(BigInt(`0x${text.replaceAll('-', '')}`));

const appliedRow = ({ value, time, topic, position }: Message): AppliedRow => ({
  datamart_id: BigInt(value.datamart_id),
  time: Math.floor(time),
  topic,
  partition: position?.partition ?? null,
  offset: position?.offset ?? null,
});

function messageRow(message: Message): Row {
  const { datamart_id, time, topic, partition, offset } = appliedRow(message);
  return [message.id, datamart_id, BigInt(time), topic, partition, offset];
}
