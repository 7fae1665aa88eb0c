import { isDeepStrictEqual } from 'node:util';
import type { AnalysisOutcome } from '@tributary/contracts/tracking/activity';
import type { AnalysisFailureClass } from '@tributary/contracts/tracking/analysis-failure';
import type { TraceStep } from '@tributary/contracts/traces/activity-trace';
import { normalizedActivity } from '../answers/normalized-activity.js';

/** An attempt of an analyzer, or the end of its activity before one. */
interface Ended {
  analyzer_id: string;
  /** The body that the analyzer got, and the one that it has answered. */
  before: { body: string; received_ts: number };
  step:
    | { kind: 'continue'; body: string; hasFailed: boolean; isSkipped?: true }
    | { kind: 'end'; outcome: Exclude<AnalysisOutcome, 'duplicate'>; failed?: { failure: AnalysisFailureClass } };
  ts: number;
}

/** The steps that an activity has made when it leaves an analyzer. */
export function stepsOfAttempt({ analyzer_id: activity_analyzer_id, before, step, ts }: Ended): TraceStep[] {
  if (step.kind === 'end') {
    if (step.outcome === 'erased') return [{ step: 'ERASED', ts }];
    const dropped = step.outcome === 'dropped' ? 'DROPPED' : 'DROPPED_ON_ERROR';
    return [{ step: step.failed?.failure === 'EXPIRED' ? 'EXPIRED' : dropped, ts, activity_analyzer_id }];
  }
  if (step.isSkipped) return [];
  if (step.hasFailed) return [{ step: 'ANALYSIS_FAILED', ts, activity_analyzer_id }];
  return [{ step: 'ANALYZED', ts, activity_analyzer_id, changed: isChanged(before, step.body) }];
}

/** Most characters that are compared by value: that takes the main thread longer, the more members there are. */
const maxCompared = 16_384;

/** The additions of the platform, which every analyzer gets, are no change. Of a long text, every difference is one. */
function isChanged({ body, received_ts }: Ended['before'], answered: string): boolean {
  if (body === answered) return false;
  if (body.length + answered.length > maxCompared) return true;
  const valueOf = (text: string): unknown => JSON.parse(normalizedActivity(text, received_ts));
  try {
    return !isDeepStrictEqual(valueOf(body), valueOf(answered));
  } catch {
    // A text that is no activity. A trace must not keep it from going on.
    return true;
  }
}
