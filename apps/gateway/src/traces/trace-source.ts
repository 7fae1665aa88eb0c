import type { ActivityTrace, TraceQuestion } from '@tributary/contracts/traces/activity-trace';

/** Where the gateway asks what has become of an activity: each app knows a part. */
export abstract class TraceSource {
  /** The trace of an activity that has ended. Null: unknown. @throws SERVICE_UNAVAILABLE */
  abstract ended(question: TraceQuestion): Promise<ActivityTrace | null>;
  /** The trace of one that waits for its analyzers. Null: unknown. @throws SERVICE_UNAVAILABLE */
  abstract waiting(question: TraceQuestion): Promise<ActivityTrace | null>;
  /** Up to when the reports of a datamart are complete, epoch milliseconds. Undefined if they do not answer. */
  abstract watermark(datamart_id: string): Promise<number | undefined>;
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
}
