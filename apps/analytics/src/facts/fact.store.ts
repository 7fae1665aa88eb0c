import type { Received } from '@tributary/bus/message';
import type { ActivitiesStored } from '@tributary/contracts/activity';
import type { ReportValue } from '@tributary/contracts/report';

export type Parameter = string | number | string[];

/** `$1`, `$2`, … in the text stand for the parameters. */
export interface Statement {
  sql: string;
  params: Parameter[];
}

/** The columnar store behind the reports; the token under which Nest injects it. */
export abstract class FactStore {
  /**
   * Applies each message once, however often it comes: all of its activities are counted or none is. Takes what
   * `screenMessages` accepts. Throws `ApiError('SERVICE_UNAVAILABLE')` while the store cannot write, for whatever
   * reason; the same messages may then come again.
   */
  abstract append(messages: Received<ActivitiesStored>[]): Promise<void>;

  /** Rows of values, from whole messages only. Throws SERVICE_UNAVAILABLE when the store is overloaded or too slow. */
  abstract query(statement: Statement): Promise<ReportValue[][]>;

  /** The time (epoch ms) of the newest message counted for the datamart; 0 before the first. */
  abstract watermark(datamart_id: string): Promise<number>;

  abstract close(): Promise<void>;
}
