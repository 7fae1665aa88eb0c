import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import type { NewActivity } from './validate-activities.js';

/** An activity that its analysis dropped. Nothing of it is stored but its id, for deduplication. */
export interface DroppedActivity {
  datamart_id: string;
  activity_id: string;
  received_ts: number;
  needsReceipt: true;
  outcome: 'dropped' | 'dropped_on_error';
}

/** An activity whose id is claimed: to be stored, or dropped. */
export type ArrivedActivity = NewActivity | DroppedActivity;

/** Undefined for other outcomes: the id of a duplicate or of an activity of an erased person is not claimed. */
export function readDropped(received: ActivityReceived): DroppedActivity | undefined {
  const { datamart_id, activity_id, received_ts, outcome } = received;
  if (outcome !== 'dropped' && outcome !== 'dropped_on_error') return undefined;
  return { datamart_id, activity_id: activity_id.toLowerCase(), received_ts, needsReceipt: true, outcome };
}

export interface ArrivedBatch {
  activities: NewActivity[];
  dropped: DroppedActivity[];
  /** Of the activities. */
  days: Set<string>;
}

/** Separates the activities to store from the dropped ones, in their order. */
export function splitArrived(arrived: ArrivedActivity[]): ArrivedBatch {
  const batch: ArrivedBatch = { activities: [], dropped: [], days: new Set() };
  for (const one of arrived)
    if ('outcome' in one) batch.dropped.push(one);
    else {
      batch.activities.push(one);
      batch.days.add(one.day);
    }
  return batch;
}
