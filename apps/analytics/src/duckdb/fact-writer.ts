import { DuckDBDateValue, type DuckDBConnection } from '@duckdb/node-api';
import type { BackfillEnded } from '@tributary/contracts/tracking/backfill';
import type { Received } from '@tributary/bus/messages/message';
import type { Logger } from '@tributary/runtime/logger';
import type { PassedMessage, ResumedPartition } from '../facts/fact.store.js';
import { arrivalOf, resumedArrivals, type Arrival, type Gap, type Position, Positions } from '../facts/positions.js';
import { firstReportableDay } from '../facts/reportable-days.js';
import { logGaps } from '../facts/log-gaps.js';
import { dayMs, hourMs } from '@tributary/contracts/rules/time-units';
import { EventCodes } from './event-codes.js';
import { findUnseen, markApplied, pruneApplied, Watermarks, type FactMessage } from './applied-messages.js';
import {
  assignBackfill,
  closeGaps,
  insertGaps,
  markPublished,
  readLacks,
  startOver,
  writeEnds,
  type Lacks,
} from './backfills.js';

/**
 * Writes messages within the open transaction of the connection.
 *
 * @param backfill the number of the last backfill that was requested
 */
export type Write<Message extends FactMessage> = (
  connection: DuckDBConnection,
  values: Message['value'][],
  backfill: number,
) => Promise<void>;

const pruneEveryMs = hourMs;

interface FactWriterOptions {
  now: () => number;
  logger: Logger;
}

/** The state that a transaction on the file begins with, read once: only this process writes. */
interface State {
  positions: Positions;
  watermarks: Watermarks;
  lacks: Lacks;
  eventCodes: EventCodes;
}

/** Owns the only connection that writes. */
export class FactWriter {
  private queue: Promise<unknown> = Promise.resolve();
  private prunedAt = 0;

  private constructor(
    private readonly connection: DuckDBConnection,
    private state: State,
    private readonly options: FactWriterOptions,
  ) {}

  static async open(connection: DuckDBConnection, options: FactWriterOptions): Promise<FactWriter> {
    return new FactWriter(connection, await readState(connection), options);
  }

  /** Applies the messages that are not applied yet, in one transaction. Calls run one after another. */
  apply<Message extends FactMessage>(messages: Message[], write: Write<Message>): Promise<void> {
    return this.enqueue(() => this.applyNew(messages, write));
  }

  endBackfills(messages: Received<BackfillEnded>[]): Promise<void> {
    return this.apply<FactMessage & Received<BackfillEnded>>(messages, writeEnds);
  }

  /** Notes that these messages will not be applied: they become dead letters. */
  pass(messages: PassedMessage[]): Promise<void> {
    const arrivals = messages.flatMap((message) => arrivalOf(message, false));
    return this.enqueue(() => this.move(arrivals));
  }

  /** Compares where the bus resumes with what is applied. An unknown partition is taken as it is. */
  resume(topic: string, partitions: ResumedPartition[]): Promise<void> {
    return this.enqueue(() => this.move(resumedArrivals(this.state.positions, topic, partitions, this.options.now())));
  }

  watermark(datamart_id: string): number {
    return Math.min(this.state.watermarks.of(BigInt(datamart_id)), this.state.lacks.completeUntil);
  }

  newestWatermark(): number {
    return this.state.watermarks.newest();
  }

  gaps(): number {
    return this.state.lacks.gaps;
  }

  /** The first day (days since 1970) whose facts are kept. */
  firstDay(): number {
    return firstReportableDay(this.options.now());
  }

  eventCodes(): EventCodes {
    return this.state.eventCodes;
  }

  /** Closes the gaps that a backfill has filled, and returns the request for the next one, if one is due. */
  nextBackfill(): Promise<string | undefined> {
    return this.enqueue(async () => {
      if (this.state.lacks.gaps === 0) return undefined;
      const filled = await this.inTransaction(() => closeGaps(this.connection));
      if (filled) this.options.logger.warn({ request_id: filled }, 'a backfill is complete');
      const request_id = await this.inTransaction(() => assignBackfill(this.connection, this.options.now()));
      this.state.lacks = await readLacks(this.connection);
      return request_id;
    });
  }

  async markBackfillRequested(request_id: string): Promise<void> {
    await this.enqueue(() => markPublished(this.connection, request_id, this.options.now()));
  }

  /** Waits for pending writes. */
  async close(): Promise<void> {
    await this.queue;
    this.connection.closeSync();
  }

  /** Moves the write-ahead log into the file, so that the next start has nothing to replay. */
  async checkpoint(): Promise<void> {
    await this.queue;
    await this.connection.run('checkpoint');
  }

  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async applyNew<Message extends FactMessage>(messages: Message[], write: Write<Message>): Promise<void> {
    await this.prune();
    const timeline = messages.reduce((newest, message) => Math.max(newest, timelineOf(message)), 0);
    if (timeline > this.state.lacks.timeline) await this.startOver(timeline);
    const current = messages.filter((message) => timelineOf(message) === this.state.lacks.timeline);
    const { connection, options, state } = this;
    state.eventCodes.discard();
    const { unseen, ...progress } = await this.inTransaction(async () => {
      const unseen = await findUnseen(connection, current);
      const isNew = new Set<FactMessage>(unseen);
      const progress = state.positions.advance(messages.flatMap((message) => arrivalOf(message, isNew.has(message))));
      if (unseen.length > 0) {
        const values = unseen.map(({ value }) => value);
        await write(connection, values, state.lacks.backfill);
        await markApplied(connection, unseen, options.now());
      }
      await writeProgress(connection, progress);
      return { unseen, ...progress };
    });
    state.eventCodes.keep();
    state.watermarks.add(unseen);
    await this.keep(progress);
  }

  private async move(arrivals: Arrival[]): Promise<void> {
    const progress = this.state.positions.advance(arrivals);
    await this.inTransaction(() => writeProgress(this.connection, progress));
    await this.keep(progress);
  }

  private async keep({ moved, gaps }: Progress): Promise<void> {
    this.state.positions.keep(moved);
    if (gaps.length === 0) return;
    this.state.lacks = await readLacks(this.connection);
    logGaps(this.options.logger, gaps);
  }

  /** A transaction of its own: after a crash the messages of the new timeline come again. */
  private async startOver(timeline: number): Promise<void> {
    await this.inTransaction(() => startOver(this.connection, timeline));
    this.state = await readState(this.connection);
    this.options.logger.warn({ timeline }, 'the database of tracking was restored: reports start over with a backfill');
  }

  private async inTransaction<T>(work: () => Promise<T>): Promise<T> {
    await this.connection.run('begin');
    try {
      const result = await work();
      await this.connection.run('commit');
      return result;
    } catch (error) {
      // A failed commit has already ended the transaction; the rollback then fails, too.
      await this.connection.run('rollback').catch(() => undefined);
      throw error;
    }
  }

  private async prune(): Promise<void> {
    const now = this.options.now();
    if (now - this.prunedAt < pruneEveryMs) return;
    await pruneApplied(this.connection, now);
    await this.connection.run('delete from facts where day < $1', [new DuckDBDateValue(this.firstDay())]);
    await this.connection.run('delete from measurements where ts < $1', [BigInt(this.firstDay() * dayMs)]);
    this.prunedAt = now;
  }
}

interface Progress {
  moved: Position[];
  gaps: Gap[];
}

async function writeProgress(connection: DuckDBConnection, { moved, gaps }: Progress): Promise<void> {
  await writePositions(connection, moved);
  await insertGaps(connection, gaps);
}

const readState = async (connection: DuckDBConnection): Promise<State> => ({
  positions: await readPositions(connection),
  watermarks: await Watermarks.read(connection),
  lacks: await readLacks(connection),
  eventCodes: await EventCodes.read(connection),
});

const timelineOf = ({ timeline = 0 }: FactMessage) => timeline;

/** Read once: only one process owns the file, so the copy is always current. */
async function readPositions(connection: DuckDBConnection): Promise<Positions> {
  const reader = await connection.runAndReadAll(
    'select topic, partition, next_offset as "nextOffset", newest_time::double as "newestTime" from positions',
  );
  return new Positions(reader.getRowObjects() as unknown as Position[]);
}

async function writePositions(connection: DuckDBConnection, moved: Position[]): Promise<void> {
  if (moved.length === 0) return;
  const rows = moved.map((_, index) => `($${4 * index + 1}, $${4 * index + 2}, $${4 * index + 3}, $${4 * index + 4})`);
  await connection.run(
    `insert or replace into positions values ${rows.join(', ')}`,
    moved.flatMap(({ topic, partition, nextOffset, newestTime }) => [topic, partition, nextOffset, BigInt(newestTime)]),
  );
}
