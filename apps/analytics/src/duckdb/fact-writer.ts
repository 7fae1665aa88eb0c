import { BIGINT, DuckDBDateValue, INTEGER, VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { Received } from '@tributary/bus/message';
import { dayMs, hourMs } from '../facts/time-units.js';
import { AppliedState, type AppliedRow } from './applied-state.js';
import { stage, type StagedColumns } from './staging.js';

/** What every topic's messages tell. */
export type FactMessage = Received<{ datamart_id: string }>;

/** Writes what messages say, within the transaction of the connection. */
export type Write<Message extends FactMessage> = (
  connection: DuckDBConnection,
  values: Message['value'][],
) => Promise<void>;

/** Ids outlive the messages: topics keep those for 7 days, and an outbox may publish one again. */
const keepIdsMs = 8 * dayMs;
/** Reports reach back 4 months. */
const keepFactsMs = 150 * dayMs;
const pruneEveryMs = hourMs;

type AppliedMessage = AppliedRow & { id: string; applied_at: number };

const appliedColumns: StagedColumns<AppliedMessage> = {
  id: { type: VARCHAR, of: ({ id }) => id },
  datamart_id: { type: BIGINT, of: ({ datamart_id }) => datamart_id },
  time: { type: BIGINT, of: ({ time }) => BigInt(time) },
  topic: { type: VARCHAR, of: ({ topic }) => topic },
  partition: { type: INTEGER, of: ({ partition }) => partition },
  offset: { type: BIGINT, of: ({ offset }) => offset },
  applied_at: { type: BIGINT, of: ({ applied_at }) => BigInt(applied_at) },
};

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

  /** Applies those messages that were not applied yet, in one transaction; one call after the other. */
  apply<Message extends FactMessage>(messages: Message[], write: Write<Message>): Promise<void> {
    return this.afterOthers(() => this.applyNew(messages, write));
  }

  watermark(datamart_id: string): number {
    return this.applied.watermark(BigInt(datamart_id));
  }

  newestWatermark(): number {
    return this.applied.newestWatermark();
  }

  /** The first day (counted from 1970) whose facts are kept. */
  firstDay(): number {
    return Math.floor((this.now() - keepFactsMs) / dayMs);
  }

  /** True from the making of the file until `rememberRequest`. */
  async lacksEverything(): Promise<boolean> {
    const reader = await this.afterOthers(() => this.connection.runAndReadAll('select 1 from facts_requests limit 1'));
    return reader.currentRowCount === 0;
  }

  async rememberRequest(request_id: string): Promise<void> {
    const values = [request_id, BigInt(this.now())];
    await this.afterOthers(() => this.connection.run('insert into facts_requests values ($1, $2)', values));
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

  private afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async applyNew<Message extends FactMessage>(messages: Message[], write: Write<Message>): Promise<void> {
    await this.prune();
    const candidates = distinct(messages.filter((message) => !this.applied.covers(message)));
    if (candidates.length === 0) return;
    await this.connection.run('begin');
    try {
      const known = await this.knownIds(candidates);
      const unseen = candidates.filter((message) => !known.has(idOf(message)));
      if (unseen.length > 0) {
        await write(
          this.connection,
          unseen.map(({ value }) => value),
        );
        await this.remember(unseen);
      }
      await this.connection.run('commit');
    } catch (error) {
      // A commit that failed has ended the transaction already, and there is nothing to roll back.
      await this.connection.run('rollback').catch(() => undefined);
      throw error;
    }
    for (const message of candidates) this.applied.add(appliedRow(message));
  }

  private async knownIds(messages: FactMessage[]): Promise<Set<DuckDBValue>> {
    // Placeholders let DuckDB use the key's index; a list as one parameter would make it read the table.
    const placeholders = messages.map((_, index) => `$${index + 1}`).join(', ');
    const found = await this.connection.runAndReadAll(
      `select id from applied_messages where id in (${placeholders})`,
      messages.map(idOf),
    );
    return new Set(found.getRows().map(([id]) => id ?? null));
  }

  private async remember(messages: FactMessage[]): Promise<void> {
    const applied_at = this.now();
    const rows = messages.map((message) => ({ ...appliedRow(message), id: idOf(message), applied_at }));
    await stage(this.connection, 'applied_now', appliedColumns, rows);
    await this.connection.run('insert into applied_messages select * from applied_now; drop table applied_now');
  }

  private async prune(): Promise<void> {
    const now = this.now();
    if (now - this.prunedAt < pruneEveryMs) return;
    await this.connection.run(
      `delete from applied_messages where applied_at < $1
         and id not in (select arg_max(id, time) from applied_messages group by datamart_id, topic)
         and id not in (select arg_max(id, "offset") from applied_messages where "offset" is not null group by topic, partition)`,
      [BigInt(now - keepIdsMs)],
    );
    await this.connection.run('delete from facts where day < $1', [new DuckDBDateValue(this.firstDay())]);
    await this.connection.run('delete from measurements where ts < $1', [BigInt(this.firstDay() * dayMs)]);
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

const distinct = <Message extends FactMessage>(messages: Message[]) => [
  ...new Map(messages.map((message) => [idOf(message), message])).values(),
];

/** Ids are unique within their topic. */
const idOf = ({ topic, id }: FactMessage) => `${topic}/${id}`;

const appliedRow = ({ value, time, topic, position }: FactMessage): AppliedRow => ({
  datamart_id: BigInt(value.datamart_id),
  time: Math.floor(time),
  topic,
  partition: position?.partition ?? null,
  offset: position?.offset ?? null,
});
