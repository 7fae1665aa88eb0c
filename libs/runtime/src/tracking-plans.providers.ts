import { topicFollower } from '@tributary/bus/messages/topic-follower';
import { eventTypeChanged } from '@tributary/contracts/topics/topics';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';

/** Creates the handler that keeps the app's copy of the tracking plans current. No plan may be stored yet. */
export const trackingPlansFollower = (app: string) =>
  topicFollower(TrackingPlans, eventTypeChanged, { group: `${app}.follow-tracking-plans`, mayStayEmpty: true });
