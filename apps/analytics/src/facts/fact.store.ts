import type { Received } from '@tributary/bus/message';
import type { ActivitiesStored } from '@tributary/contracts/activity';
import type { ReportValue } from '@tributary/contracts/report';
import type {
  CollectionsCounted,
  SegmentChanged,
  UserPointErased,
  UserPointsMerged,
} from '@tributary/contracts/user-point';
import type { SqlDialect } from './sql-dialect.js';

export type Parameter = string | number | string[] | number[];

/** `$1`, `$2`, … in the text stand for the parameters. */
export interface Statement {
  sql: string;
  params: Parameter[];
}

/**
 * The columnar store behind the reports; the token under which Nest injects it.
 *
 * What is written is what `screenMessages` and its like accept. Each message takes effect once, however often it comes:
 * wholly or not at all. The order in which the topics arrive does not matter. Throws `ApiError('SERVICE_UNAVAILABLE')`
 * while the store cannot write, for whatever reason; the same messages may then come again.
 */
export abstract class FactStore {
  /** What statements for `query` are written in. */
  abstract readonly dialect: SqlDialect;

  abstract storeActivities(messages: Received<ActivitiesStored>[]): Promise<void>;
  abstract mergeUserPoints(messages: Received<UserPointsMerged>[]): Promise<void>;
  abstract eraseUserPoints(messages: Received<UserPointErased>[]): Promise<void>;
  abstract changeSegments(messages: Received<SegmentChanged>[]): Promise<void>;
  abstract countCollections(messages: Received<CollectionsCounted>[]): Promise<void>;

  /**
   * Rows of values, from whole messages only. `tenant` is whose share of the readers is used. Throws
   * SERVICE_UNAVAILABLE when the store is overloaded or too slow.
   */
  abstract query(statement: Statement, tenant: string): Promise<ReportValue[][]>;

  /** The time (epoch ms) of the newest message of activities counted for the datamart; 0 before the first. */
  abstract watermark(datamart_id: string): Promise<number>;

  /** The same of whichever datamart is the newest. */
  abstract newestWatermark(): Promise<number>;

  /** True while the store is new, or made anew, and `rememberRequest` has not told that its facts are asked for. */
  abstract lacksEverything(): Promise<boolean>;
  abstract rememberRequest(request_id: string): Promise<void>;

  abstract close(): Promise<void>;
}
