import type { OrganisationUse } from '@tributary/contracts/shares/fair-slots';
import type { Received } from '@tributary/bus/messages/message';
import type { ResumedPartition } from '@tributary/bus/consuming/bus.strategy';
import type { BackfillEnded } from '@tributary/contracts/tracking/backfill';
import type { ActivitiesStored } from '@tributary/contracts/tracking/activity';
import type { ReportValue } from '@tributary/contracts/analytics/report';
import type {
  CollectionsCounted,
  SegmentChanged,
  SegmentDeleted,
  UserPointErased,
  UserPointsMerged,
} from '@tributary/contracts/tracking/user-point';
import type { SqlDialect } from './sql-dialect.js';

export type Parameter = string | number | string[] | number[];

/** `$1`, `$2`, … in the SQL are placeholders for the parameters. */
export interface Statement {
  sql: string;
  params: Parameter[];
}

/** A message of which only the position counts. */
export type PassedMessage = Pick<Received<unknown>, 'topic' | 'time' | 'position'>;

export type { ResumedPartition };

/**
 * The columnar store behind the reports, and its Nest injection token.
 *
 * Callers validate messages with `partitionValid` first. A message is applied atomically and exactly once, however
 * often it is delivered. The order between topics does not matter. While the store cannot write, every write throws
 * `ApiError('SERVICE_UNAVAILABLE')`, and the same messages may be passed again. Once a message comes from a later timeline
 * of tracking's database, the store drops all facts, and ignores messages of earlier ones.
 */
export abstract class FactStore {
  /** The dialect of statements for `query`. */
  abstract readonly dialect: SqlDialect;

  abstract storeActivities(messages: Received<ActivitiesStored>[]): Promise<void>;
  abstract mergeUserPoints(messages: Received<UserPointsMerged>[]): Promise<void>;
  abstract eraseUserPoints(messages: Received<UserPointErased>[]): Promise<void>;
  abstract changeSegments(messages: Received<SegmentChanged>[]): Promise<void>;
  abstract deleteSegments(messages: Received<SegmentDeleted>[]): Promise<void>;
  abstract countCollections(messages: Received<CollectionsCounted>[]): Promise<void>;

  /**
   * Reads rows of values. Messages that are only partly applied are not visible. Readers and places to wait are shared
   * between organisations. Throws SERVICE_UNAVAILABLE when the store is overloaded or too slow.
   *
   * @param owner whose query it is: an organisation, then its datamart; empty for one of the platform
   */
  abstract query(statement: Statement, owner: readonly string[]): Promise<ReportValue[][]>;

  /** The organisations whose queries run or wait. */
  abstract organisations(): Promise<OrganisationUse[]>;

  /**
   * The time (epoch ms) up to which the datamart is complete: of its newest applied message of activities, or of the last
   * one before a gap. 0 before the first one, and for a new store until its backfill is complete.
   */
  abstract watermark(datamart_id: string): Promise<number>;

  /** The time of the newest applied message of activities of all datamarts. */
  abstract newestWatermark(): Promise<number>;

  /** The backfill has published all of its messages. The store is complete once they are applied. */
  abstract endBackfills(messages: Received<BackfillEnded>[]): Promise<void>;

  /** These messages become dead letters, so they are not missing. */
  abstract pass(messages: PassedMessage[]): Promise<void>;

  /** The bus resumes here. If that is after what is applied, messages are missing. */
  abstract resume(topic: string, partitions: ResumedPartition[]): Promise<void>;

  /** The number of gaps: of messages that will not come, and one for everything that was there before the store. */
  abstract gaps(): Promise<number>;

  /**
   * The backfill that has to be requested, because the store is new or has gaps; undefined while none is due. The same one
   * until `markBackfillRequested`.
   */
  abstract nextBackfill(): Promise<string | undefined>;
  abstract markBackfillRequested(request_id: string): Promise<void>;

  /** Whether facts can be read and written. */
  abstract isOpen(): Promise<boolean>;

  abstract close(): Promise<void>;
}
