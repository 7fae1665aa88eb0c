import type { LeftOut, LeftOutQuestion } from '@tributary/contracts/analytics/explanation';
import { unavailable } from '@tributary/contracts/errors';
import type { ActivityTrace, TraceQuestion } from '@tributary/contracts/traces/activity-trace';

/** Where the gateway asks for the outcome of an activity, or of those that a report leaves out: each app knows a part. */
export abstract class TraceSource {
  /** The trace of an activity that has ended. Null: unknown. @throws SERVICE_UNAVAILABLE */
  abstract ended(question: TraceQuestion): Promise<ActivityTrace | null>;
  /** The trace of one that waits for its analyzers. Null: unknown. @throws SERVICE_UNAVAILABLE */
  abstract waiting(question: TraceQuestion): Promise<ActivityTrace | null>;
  /** Up to when the reports of a datamart are complete, epoch milliseconds. Undefined if they do not answer. */
  abstract watermark(datamart_id: string): Promise<number | undefined>;
  /** Counts what the reports of a range leave out. @throws SERVICE_UNAVAILABLE */
  abstract leftOut(question: LeftOutQuestion): Promise<LeftOut>;
}

/** For a gateway that stands alone, in specs. */
export class NoTraceSource extends TraceSource {
  ended(): Promise<null> {
    return Promise.resolve(null);
  }

  waiting(): Promise<null> {
    return Promise.resolve(null);
  }

  watermark(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  leftOut(): Promise<never> {
    return Promise.reject(unavailable('this gateway knows no other app'));
  }
}
