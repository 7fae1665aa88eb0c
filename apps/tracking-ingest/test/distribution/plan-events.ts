import { ObservationUpkeep } from '../../src/tracking-plan/observation-upkeep.js';
import type { Tracking } from '../tracking.js';

/** Plans event types of a datamart, one by one and all together, and lists them with those that came. */
export async function planEvents(tracking: Tracking, datamart_id: string): Promise<void> {
  await tracking.call('PUT', `${datamart_id}/event_types/debug`, { status: 'BLOCKED' });
  await tracking.call('PUT', `${datamart_id}/tracking_plan`, {
    event_types: [{ name: 'order_placed', status: 'EXPECTED', schema: { required: ['order_id'] } }],
  });
  await tracking.call('GET', `${datamart_id}/tracking_plan`);
  await tracking.send(datamart_id, {
    $user_agent_id: 'planner',
    $events: [{ $event_name: 'order_placed', $properties: { order_id: 'a', colour: 'red' } }],
  });
  await tracking.app.app.get(ObservationUpkeep, { strict: false }).save();
  await tracking.call('GET', `${datamart_id}/event_types`);
}
