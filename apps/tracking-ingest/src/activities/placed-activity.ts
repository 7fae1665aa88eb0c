import type { Resolved } from '../user-points/identified.js';
import type { NewActivity } from './screen-activities.js';

/** An activity that has found its person. */
export interface PlacedActivity extends NewActivity {
  user_point_id: string;
}

/** The activities with their people's ids, without those whose person has been erased since they came in. */
export function withUserPoints(activities: NewActivity[], resolved: Resolved[]): PlacedActivity[] {
  const placed: PlacedActivity[] = [];
  for (const [index, activity] of activities.entries()) {
    const found = resolved[index];
    // The activity itself: a copy of it would take V8 as long as all the rest of its way.
    if (found && 'user_point_id' in found) placed.push(Object.assign(activity, { user_point_id: found.user_point_id }));
  }
  return placed;
}
