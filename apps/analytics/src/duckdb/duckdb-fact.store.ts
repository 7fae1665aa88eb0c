import {
  BIGINT,
  DOUBLE,
  LIST,
  VARCHAR,
  listValue,
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Received } from '@tributary/bus/messages/message';
import type { ActivitiesStored } from '@tributary/contracts/tracking/activity';
import { unavailable } from '@tributary/contracts/errors';
import type { BackfillEnded } from '@tributary/contracts/tracking/backfill';
import type { OrganisationUse } from '@tributary/contracts/shares/fair-slots';
import type { ReportValue } from '@tributary/contracts/analytics/report';
import type {
  CollectionsCounted,
  SegmentChanged,
  SegmentDeleted,
  UserPointErased,
  UserPointsMerged,
} from '@tributary/contracts/tracking/user-point';
import type { Logger } from '@tributary/runtime/logger';
import {
  FactStore,
  type Parameter,
  type PassedMessage,
  type ResumedPartition,
  type Statement,
} from '../facts/fact.store.js';
import { ReaderPool, type ReaderLimits } from '../facts/reader-pool.js';
import { asUnavailable, isDamage, isFatal, writeFailure } from './duckdb-error.js';
import { openFile, setAsideDamaged, type DuckDbOptions } from './duckdb-file.js';
import { duckDbDialect } from './duckdb-dialect.js';
import type { FactMessage } from './applied-messages.js';
import { FactWriter, type Write } from './fact-writer.js';

import { migrate } from './schema.js';
import { writeActivities } from './write-activities.js';
import { writeMeasurements } from './write-measurements.js';
import { deleteSegments, writeMemberships } from './write-memberships.js';
import { writeUserPoints } from './write-user-points.js';

export interface DuckDbFactStoreOptions extends DuckDbOptions, ReaderLimits {
  logger: Logger;
  now?: () => number;
}

/** The open file. */
interface Session {
  writer: FactWriter;
  readers: ReaderPool<DuckDBConnection>;
  close: () => Promise<void>;
}

/** Stores facts in a DuckDB file. Only one process may open it. */
export class DuckDbFactStore extends FactStore {
  override readonly dialect = duckDbDialect;
  private session: Promise<Session> | undefined;
  private readonly broken = new WeakSet<Session>();
  private closed = false;

  private constructor(private readonly options: DuckDbFactStoreOptions) {
    super();
  }

  static async open(options: DuckDbFactStoreOptions): Promise<DuckDbFactStore> {
    const store = new DuckDbFactStore(options);
    store.session = openSession(options);
    await store.session;
    return store;
  }

  storeActivities(messages: Received<ActivitiesStored>[]): Promise<void> {
    return this.use(
      ({ writer }) =>
        writer.apply(messages, (connection, values) =>
          writeActivities(connection, values, writer.firstDay(), writer.eventCodes()),
        ),
      writeFailure,
    );
  }

  mergeUserPoints(messages: Received<UserPointsMerged>[]): Promise<void> {
    return this.apply(messages, (connection, values) => writeUserPoints(connection, values.flatMap(mergesOf), []));
  }

  eraseUserPoints(messages: Received<UserPointErased>[]): Promise<void> {
    return this.apply(messages, (connection, values) => writeUserPoints(connection, [], values.flatMap(erasuresOf)));
  }

  changeSegments(messages: Received<SegmentChanged>[]): Promise<void> {
    return this.apply(messages, writeMemberships);
  }

  deleteSegments(messages: Received<SegmentDeleted>[]): Promise<void> {
    return this.apply(messages, deleteSegments);
  }

  countCollections(messages: Received<CollectionsCounted>[]): Promise<void> {
    return this.apply(messages, writeMeasurements);
  }

  query(statement: Statement, owner: readonly string[]): Promise<ReportValue[][]> {
    return this.use(({ readers }) => readers.run(owner, (connection) => readRows(connection, statement)));
  }

  organisations(): Promise<OrganisationUse[]> {
    return this.use(({ readers }) => Promise.resolve(readers.organisations()));
  }

  watermark(datamart_id: string): Promise<number> {
    return this.use(({ writer }) => Promise.resolve(writer.watermark(datamart_id)));
  }

  newestWatermark(): Promise<number> {
    return this.use(({ writer }) => Promise.resolve(writer.newestWatermark()));
  }

  endBackfills(messages: Received<BackfillEnded>[]): Promise<void> {
    return this.use(({ writer }) => writer.endBackfills(messages), writeFailure);
  }

  pass(messages: PassedMessage[]): Promise<void> {
    return this.use(({ writer }) => writer.pass(messages), writeFailure);
  }

  resume(topic: string, partitions: ResumedPartition[]): Promise<void> {
    return this.use(({ writer }) => writer.resume(topic, partitions), writeFailure);
  }

  gaps(): Promise<number> {
    return this.use(({ writer }) => Promise.resolve(writer.gaps()));
  }

  nextBackfill(): Promise<string | undefined> {
    return this.use(({ writer }) => writer.nextBackfill(), writeFailure);
  }

  markBackfillRequested(request_id: string): Promise<void> {
    return this.use(({ writer }) => writer.markBackfillRequested(request_id), writeFailure);
  }

  /** True while the file is open or can be opened. */
  isOpen(): Promise<boolean> {
    return this.use(() => Promise.resolve(true));
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    // A file that failed to reopen needs no closing.
    const session = await this.session?.catch(() => undefined);
    await session?.close();
  }

  private apply<Message extends FactMessage>(messages: Message[], write: Write<Message>): Promise<void> {
    return this.use(({ writer }) => writer.apply(messages, write), writeFailure);
  }

  private async use<T>(work: (session: Session) => Promise<T>, asThrown = asUnavailable): Promise<T> {
    try {
      const session = await this.current();
      return await work(session).catch((error: unknown) => {
        if (isFatal(error) || isDamage(error)) this.reopen(session, error);
        throw error;
      });
    } catch (error) {
      throw asThrown(error);
    }
  }

  private async current(): Promise<Session> {
    if (this.closed) throw unavailable('the service is stopping');
    this.session ??= openSession(this.options);
    const session = this.session;
    try {
      return await session;
    } catch (error) {
      // The next call opens the file again.
      if (this.session === session) this.session = undefined;
      throw error;
    }
  }

  /**
   * After a fatal error, such as a full disk during a checkpoint, DuckDB rejects every statement until the file is
   * reopened. Damage may show only when a block is read. A damaged file is set aside, because it would open and fail
   * again.
   */
  private reopen(session: Session, error: unknown): void {
    if (this.closed || this.broken.has(session)) return;
    this.broken.add(session);
    const { logger, path } = this.options;
    if (!isDamage(error)) logger.error({ err: error }, `${path} failed and is reopened`);
    this.session = session.close().then(() => {
      if (isDamage(error)) setAsideDamaged(path, logger, error);
      return openSession(this.options);
    });
    this.session.catch(() => undefined);
  }
}

const openSession = (options: DuckDbFactStoreOptions): Promise<Session> =>
  openFile(options, options.logger, async (instance) => {
    const connections = await Promise.all(Array.from({ length: 1 + options.readers }, () => instance.connect()));
    try {
      return await startSession(instance, connections, options);
    } catch (error) {
      // An open connection would keep the file locked.
      for (const connection of connections) connection.closeSync();
      throw error;
    }
  });

async function startSession(
  instance: DuckDBInstance,
  connections: DuckDBConnection[],
  options: DuckDbFactStoreOptions,
) {
  const [first, ...others] = connections as [DuckDBConnection, ...DuckDBConnection[]];
  await migrate(first);
  const writer = await FactWriter.open(first, { now: options.now ?? Date.now, logger: options.logger });
  const readers = new ReaderPool(others, options);
  const close = async () => {
    await readers.close();
    // Without a checkpoint, the next start replays the log: nothing is lost.
    await writer.checkpoint().catch((error: unknown) => options.logger.warn({ err: error }, 'no checkpoint on close'));
    await writer.close();
    instance.closeSync();
  };
  return { writer, readers, close };
}

async function readRows(connection: DuckDBConnection, { sql, params }: Statement): Promise<ReportValue[][]> {
  const reader = await connection.runAndReadAll(sql, params.map(toDuckDb), params.map(typeOf));
  return reader.getRows().map((row) => row.map(toPlain));
}

const toDuckDb = (value: Parameter): DuckDBValue => {
  if (Array.isArray(value)) return listValue([...value]);
  return typeof value === 'number' ? BigInt(value) : value;
};

function typeOf(value: Parameter): DuckDBType {
  if (Array.isArray(value)) return LIST(typeof value[0] === 'number' ? DOUBLE : VARCHAR);
  return typeof value === 'number' ? BIGINT : VARCHAR;
}

function toPlain(value: DuckDBValue): ReportValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw new Error(`a report must cast its columns to plain types: got ${typeof value}`);
}

const mergesOf = ({ datamart_id, merges }: UserPointsMerged) =>
  merges.map(({ merged_id, survivor_id }) => ({
    datamart_id,
    merged_id: merged_id.toLowerCase(),
    survivor_id: survivor_id.toLowerCase(),
  }));

const erasuresOf = ({ datamart_id, user_point_ids }: UserPointErased) =>
  user_point_ids.map((id) => ({ datamart_id, id: id.toLowerCase() }));
