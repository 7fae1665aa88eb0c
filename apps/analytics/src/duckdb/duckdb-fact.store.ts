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
import type { Received } from '@tributary/bus/message';
import type { ActivitiesStored } from '@tributary/contracts/activity';
import { unavailable } from '@tributary/contracts/errors';
import type { ReportValue } from '@tributary/contracts/report';
import type {
  CollectionsCounted,
  SegmentChanged,
  UserPointErased,
  UserPointsMerged,
} from '@tributary/contracts/user-point';
import type { Logger } from '@tributary/runtime/logger';
import { FactStore, type Parameter, type Statement } from '../facts/fact.store.js';
import { asUnavailable, isDamage, isFatal, writeFailure } from './duckdb-error.js';
import { openFile, setAsideDamaged, type DuckDbOptions } from './duckdb-file.js';
import { duckDbDialect } from './duckdb-dialect.js';
import { FactWriter, type FactMessage, type Write } from './fact-writer.js';
import { ReaderPool, type ReaderLimits } from './reader-pool.js';
import { migrate } from './schema.js';
import { writeActivities } from './write-activities.js';
import { writeMeasurements } from './write-measurements.js';
import { writeMemberships } from './write-memberships.js';
import { writeUserPoints } from './write-user-points.js';

export interface DuckDbFactStoreOptions extends DuckDbOptions, ReaderLimits {
  logger: Logger;
  now?: () => number;
}

/** The file while it is open. */
interface Session {
  writer: FactWriter;
  readers: ReaderPool;
  close: () => Promise<void>;
}

/** Facts in one DuckDB file, which this process alone may hold. */
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
      ({ writer }) => writer.apply(messages, (to, values) => writeActivities(to, values, writer.firstDay())),
      writeFailure,
    );
  }

  mergeUserPoints(messages: Received<UserPointsMerged>[]): Promise<void> {
    return this.apply(messages, (to, values) => writeUserPoints(to, values.flatMap(mergesOf), []));
  }

  eraseUserPoints(messages: Received<UserPointErased>[]): Promise<void> {
    return this.apply(messages, (to, values) => writeUserPoints(to, [], values.flatMap(erasuresOf)));
  }

  changeSegments(messages: Received<SegmentChanged>[]): Promise<void> {
    return this.apply(messages, writeMemberships);
  }

  countCollections(messages: Received<CollectionsCounted>[]): Promise<void> {
    return this.apply(messages, writeMeasurements);
  }

  query(statement: Statement, tenant: string): Promise<ReportValue[][]> {
    return this.use(({ readers }) => readers.run(tenant, (connection) => readRows(connection, statement)));
  }

  watermark(datamart_id: string): Promise<number> {
    return this.use(({ writer }) => Promise.resolve(writer.watermark(datamart_id)));
  }

  newestWatermark(): Promise<number> {
    return this.use(({ writer }) => Promise.resolve(writer.newestWatermark()));
  }

  lacksEverything(): Promise<boolean> {
    return this.use(({ writer }) => writer.lacksEverything());
  }

  rememberRequest(request_id: string): Promise<void> {
    return this.use(({ writer }) => writer.rememberRequest(request_id), writeFailure);
  }

  /** True while the file is open or can be opened. */
  isOpen(): Promise<boolean> {
    return this.use(() => Promise.resolve(true));
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    // A file that would not open again has nothing to close.
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
      // The next call tries again.
      if (this.session === session) this.session = undefined;
      throw error;
    }
  }

  /**
   * After a fatal error, a full disk during a checkpoint for one, DuckDB answers nothing until the file is opened anew.
   * What is damaged may show only when it is read: such a file would open again, and fail again.
   */
  private reopen(session: Session, error: unknown): void {
    if (this.closed || this.broken.has(session)) return;
    this.broken.add(session);
    const { logger, path } = this.options;
    if (!isDamage(error)) logger.error({ err: error }, `${path} failed and is opened again`);
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
      // A connection left open would keep the file.
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
  const writer = await FactWriter.open(first, options.now ?? Date.now);
  const readers = new ReaderPool(others, options);
  const close = async () => {
    await readers.close();
    // What is not moved into the file now is replayed at the next start: nothing is lost.
    await writer.checkpoint().catch((error: unknown) => options.logger.warn({ err: error }, 'no checkpoint at close'));
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
  throw new Error(`a report's statement must cast its columns: got ${typeof value}`);
}

const mergesOf = ({ datamart_id, merges }: UserPointsMerged) =>
  merges.map(({ merged_id, survivor_id }) => ({
    datamart_id,
    merged_id: merged_id.toLowerCase(),
    survivor_id: survivor_id.toLowerCase(),
  }));

const erasuresOf = ({ datamart_id, user_point_ids }: UserPointErased) =>
  user_point_ids.map((id) => ({ datamart_id, id: id.toLowerCase() }));
