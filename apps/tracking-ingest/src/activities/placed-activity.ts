import type { Resolved } from '../user-points/identified.js';
import type { NewActivity } from './screen-activities.js';

/** An activity that has found its person. */
export interface PlacedActivity extends NewActivity {
  user_point_id: string;
}

/** Without those whose person has been erased since they came in. */
export function withUserPoints(activities: NewActivity[], resolved: Resolved[]): PlacedActivity[] {
  return activities.flatMap((activity, index) => {
    const found = resolved[index];
    return found && 'user_point_id' in found ? [{ ...activity, user_point_id: found.user_point_id }] : [];
  });
}
