import type { OrganisationUse } from '@tributary/contracts/shares/fair-slots';
import type { Received } from '@tributary/bus/messages/message';
import type { ReportValue } from '@tributary/contracts/analytics/report';
import { unavailable } from '@tributary/contracts/errors';
import type { ActivitiesStored } from '@tributary/contracts/tracking/activity';
import type { BackfillEnded } from '@tributary/contracts/tracking/backfill';
import type {
  CollectionsCounted,
  SegmentChanged,
  SegmentDeleted,
  UserPointErased,
  UserPointsMerged,
} from '@tributary/contracts/tracking/user-point';
import { FactStore, type PassedMessage, type ResumedPartition, type Statement } from '../facts/fact.store.js';
import { ReaderPool, type ReaderLimits } from '../facts/reader-pool.js';
import { assignBackfill, closeGaps, markPublished, readLacks, writeEnds } from './backfills.js';
import { ClickHouseConnection, type ClickHouseOptions, type QueryLimits } from './clickhouse-connection.js';
import { clickHouseDialect } from './clickhouse-dialect.js';
import { asUnavailable, writeFailure } from './clickhouse-error.js';
import { openDatabase } from './open-database.js';
import { currentTimeline } from './relations.js';
import { SharedWriter, type SharedWriterOptions } from './shared-writer.js';
import { deleteSegments, writeMemberships } from './write-memberships.js';
import { writeErasures, writeMerges } from './write-user-points.js';
import { countable } from '../facts/storable-numbers.js';
import { earliestFirst } from './row-versions.js';

export interface ClickHouseFactStoreOptions extends ClickHouseOptions, ReaderLimits, Partial<SharedWriterOptions> {
  logger: SharedWriterOptions['logger'];
  /** Memory limit per report, bytes. */
  memory: number;
  /** Threads per report. */
  threads: number;
}

/** Stores facts in ClickHouse. Any number of processes may write to one database, and read from it. */
export class ClickHouseFactStore extends FactStore {
  override readonly dialect = clickHouseDialect;
  private readonly writer: SharedWriter;
  private readonly readers: ReaderPool<ReportSlot>;
  private closed = false;

  private constructor(
    private readonly connection: ClickHouseConnection,
    private readonly options: ClickHouseFactStoreOptions,
  ) {
    super();
    this.writer = new SharedWriter(connection, { logger: options.logger, now: this.now });
    const slots = Array.from({ length: options.readers }, () => new ReportSlot(connection, options));
    this.readers = new ReaderPool(slots, options);
  }

  /** Creates the database and its tables if needed. */
  static async open(options: ClickHouseFactStoreOptions): Promise<ClickHouseFactStore> {
    return new ClickHouseFactStore(await openDatabase(options), options);
  }

  storeActivities(messages: Received<ActivitiesStored>[]): Promise<void> {
    return this.write((writer) => writer.apply(messages, (fresh, state) => writer.storeActivities(fresh, state)));
  }

  mergeUserPoints(messages: Received<UserPointsMerged>[]): Promise<void> {
    return this.write((writer) =>
      writer.apply(messages, (fresh, { timeline }) => writeMerges(this.connection, timeline, fresh.map(valueOf))),
    );
  }

  eraseUserPoints(messages: Received<UserPointErased>[]): Promise<void> {
    return this.write((writer) =>
      writer.apply(messages, (fresh, { timeline }) => writeErasures(this.connection, timeline, fresh.map(valueOf))),
    );
  }

  changeSegments(messages: Received<SegmentChanged>[]): Promise<void> {
    return this.write((writer) =>
      writer.apply(messages, (fresh, state) => writeMemberships(this.connection, fresh, state)),
    );
  }

  deleteSegments(messages: Received<SegmentDeleted>[]): Promise<void> {
    return this.write((writer) =>
      writer.apply(messages, (fresh, state) => deleteSegments(this.connection, fresh, state)),
    );
  }

  countCollections(messages: Received<CollectionsCounted>[]): Promise<void> {
    return this.write((writer) => writer.apply(messages, (fresh) => writeMeasurements(this.connection, fresh)));
  }

  organisations(): Promise<OrganisationUse[]> {
    return Promise.resolve(this.readers.organisations());
  }

  async query(statement: Statement, owner: readonly string[]): Promise<ReportValue[][]> {
    return this.read(() => this.readers.run(owner, (slot) => slot.run(statement)));
  }

  watermark(datamart_id: string): Promise<number> {
    return this.read(async () => {
      const [newest, { completeUntil }] = await Promise.all([
        this.newestTime('and datamart_id = {datamart_id:Int64}', { datamart_id }),
        readLacks(this.connection),
      ]);
      return Math.min(newest, completeUntil);
    });
  }

  newestWatermark(): Promise<number> {
    return this.read(() => this.newestTime());
  }

  endBackfills(messages: Received<BackfillEnded>[]): Promise<void> {
    return this.write((writer) =>
      writer.apply<Received<BackfillEnded & { datamart_id?: string }>>(messages, (fresh) =>
        writeEnds(this.connection, fresh.map(valueOf)),
      ),
    );
  }

  pass(messages: PassedMessage[]): Promise<void> {
    return this.write((writer) => writer.pass(messages));
  }

  resume(topic: string, partitions: ResumedPartition[]): Promise<void> {
    return this.write((writer) => writer.resume(topic, partitions));
  }

  gaps(): Promise<number> {
    return this.read(async () => (await readLacks(this.connection)).gaps);
  }

  nextBackfill(): Promise<string | undefined> {
    return this.write(async () => {
      const filled = await closeGaps(this.connection);
      if (filled) this.options.logger.warn({ request_id: filled }, 'a backfill is complete');
      return assignBackfill(this.connection, this.now());
    });
  }

  markBackfillRequested(request_id: string): Promise<void> {
    return this.write(() => markPublished(this.connection, request_id, this.now()));
  }

  /** True while the server answers. */
  isOpen(): Promise<boolean> {
    return this.connection.isUp();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.readers.close();
    await this.connection.close();
  }

  private readonly now = () => (this.options.now ?? Date.now)();

  private async newestTime(condition = '', params: Record<string, unknown> = {}): Promise<number> {
    const sql = `select max(time) as time from watermarks where timeline = ${currentTimeline} ${condition}`;
    const [row] = await this.connection.rows<{ time: number }>(sql, params);
    return row?.time ?? 0;
  }

  private write<T>(work: (writer: SharedWriter) => Promise<T>): Promise<T> {
    return this.use(() => work(this.writer), writeFailure);
  }

  private read<T>(work: () => Promise<T>): Promise<T> {
    return this.use(work, asUnavailable);
  }

  private async use<T>(work: () => Promise<T>, asThrown: (error: unknown) => unknown): Promise<T> {
    if (this.closed) throw unavailable('the service is stopping');
    try {
      return await work();
    } catch (error) {
      throw asThrown(error);
    }
  }
}

/** Runs one report at a time. */
class ReportSlot {
  private running: AbortController | undefined;

  constructor(
    private readonly connection: ClickHouseConnection,
    private readonly limits: QueryLimits,
  ) {}

  async run(statement: Statement): Promise<ReportValue[][]> {
    this.running = new AbortController();
    try {
      return await this.connection.report(statement, this.limits, this.running.signal);
    } finally {
      this.running = undefined;
    }
  }

  interrupt(): void {
    this.running?.abort();
  }

  closeSync(): void {}
}

const valueOf = <T>({ value }: Received<T>): T => value;

/** One measurement per datamart, collection and time stays: the first. */
const writeMeasurements = (connection: ClickHouseConnection, messages: Received<CollectionsCounted>[]) =>
  connection.insert(
    'measurements',
    messages.flatMap(({ value: { datamart_id, ts, counts }, time }) =>
      Object.entries(counts).map(([collection, count]) => ({
        datamart_id,
        ts,
        collection,
        count: String(countable(count)),
        first: earliestFirst(time),
      })),
    ),
  );
