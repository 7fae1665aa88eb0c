import type { ActivityReceived, AnalysisOutcome } from '@tributary/contracts/tracking/activity';
import { traceOriginOf, type TraceOrigin } from '../traces/trace-origin.js';
import { formerIdsOf, type CountedIds } from './former-ids/former-ids.js';
import type { NewActivity } from './new-activity.js';

/** An activity that ended in its analysis, or that its channel leaves out. Nothing of it is stored but its id, for deduplication. */
export interface UnstoredActivity {
  datamart_id: string;
  activity_id: string;
  former_ids?: string[];
  received_ts: number;
  /** For its trace. */
  origin?: TraceOrigin | undefined;
  analysis_id?: string;
  outcome: Exclude<AnalysisOutcome, 'duplicate'>;
}

/** An activity whose id is claimed, to be stored or not. */
export type ArrivedActivity = NewActivity | UnstoredActivity;

/** Undefined for a duplicate: the id is that of another one. */
export function readUnstored(received: ActivityReceived, counted: CountedIds): UnstoredActivity | undefined {
  const { datamart_id, activity_id, received_ts, outcome, analysis_id } = received;
  if (outcome === undefined || outcome === 'duplicate') return undefined;
  return {
    datamart_id,
    activity_id: activity_id.toLowerCase(),
    ...formerIdsOf(received, counted),
    received_ts,
    origin: traceOriginOf(received),
    outcome,
    ...(analysis_id !== undefined && { analysis_id }),
  };
}

interface ArrivedBatch {
  activities: NewActivity[];
  unstored: UnstoredActivity[];
  /** The days of the activities. */
  days: Set<string>;
}

/** Separates the activities to store from the others, in their order. */
export function splitArrived(arrived: ArrivedActivity[]): ArrivedBatch {
  const batch: ArrivedBatch = { activities: [], unstored: [], days: new Set() };
  for (const one of arrived)
    if ('outcome' in one) batch.unstored.push(one);
    else {
      batch.activities.push(one);
      batch.days.add(one.day);
    }
  return batch;
}
