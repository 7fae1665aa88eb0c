import type { PluginVersionState } from '@tributary/contracts/admin/access';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import type { AnalysisFailureClass } from '@tributary/contracts/tracking/analysis-failure';

/** Where a plugin version runs, and how calls to it are signed. */
export type Worker = NonNullable<PluginVersionState['worker']>;

/** One call of an analyzer with an activity. The body is that of the accepted activity, or what the analyzer before made of it. */
export interface PluginCall {
  /** The organisation whose share of the calls it takes. */
  organisation_id: string;
  analyzer_id: string;
  activity: ActivityToAnalyze;
  worker: Worker;
  /** From connecting to the last byte of the answer. */
  timeoutMs: number;
}

export type CallResult =
  /** The body of the new activity, and the names of its fields that had to be put back. */
  | { kind: 'analyzed'; body: string; putBack: string[] }
  | { kind: 'dropped' }
  /** Too much was being sent in the time of the call: the plugin has not got it. */
  | { kind: 'unsent' }
  /** The process that makes the calls has ended, perhaps for another call. */
  | { kind: 'interrupted' }
  | {
      kind: 'failed';
      failure: AnalysisFailureClass;
      /** The HTTP status, if there was one. */
      status?: number;
      /** The delay that the plugin asked for with Retry-After, milliseconds. */
      retryAfterMs?: number;
    };

/** Calls the workers of plugins. Never rejects: a failure is a result. */
export abstract class PluginCalls {
  abstract call(call: PluginCall): Promise<CallResult>;

  /** Ends the calls in progress, and all later ones: they fail. */
  abstract stop(): void;
}
