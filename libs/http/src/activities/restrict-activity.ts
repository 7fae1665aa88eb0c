import { forbidden } from '@tributary/contracts/errors';
import type { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { rawElements, rawMembers, toJsonObject } from '../body/raw-members.js';
import { channelField, channelOf } from './activity-channel.js';

/** The limits that a collect key sets to its activities. */
export interface Restrictions {
  channel_id?: string | undefined;
  accepts_profiles: boolean;
}

/** An activity as it is published: parsed, and its text. */
export interface PublishedActivity {
  activity: UserActivity;
  text: string;
  /** Profile events that were left out of it. */
  profileEvents: number;
}

/**
 * Applies a collect key to an activity, which gets the channel of the key, and loses its profile events if the key accepts
 * none. The rest of the text stays as sent.
 *
 * @throws AUTHORIZATION_ERROR for an activity of another channel
 */
export function restrictActivity(activity: UserActivity, text: string, key: Restrictions): PublishedActivity {
  const channel = channelOf(activity);
  if (key.channel_id !== undefined && channel !== undefined && channel !== key.channel_id)
    throw forbidden(`The collect key sends activities of the channel ${key.channel_id} only`);
  const added = channel === undefined ? key.channel_id : undefined;
  const kept = key.accepts_profiles ? activity.$events : activity.$events?.filter(isNoProfileEvent);
  const profileEvents = (activity.$events?.length ?? 0) - (kept?.length ?? 0);
  if (added === undefined && profileEvents === 0) return { activity, text, profileEvents };
  const members = rawMembers(text);
  const restricted = { ...activity };
  if (added !== undefined) {
    restricted[channelField(activity)] = added;
    members.set(channelField(activity), JSON.stringify(added));
  }
  if (profileEvents > 0) {
    restricted.$events = kept;
    members.set('$events', `[${keptElements(members.get('$events') ?? '[]', activity).join(',')}]`);
  }
  return { activity: restricted, text: toJsonObject(members), profileEvents };
}

const isNoProfileEvent = ({ $event_name }: { $event_name: string }) => $event_name !== '$set_user_profile_properties';

const keptElements = (events: string, { $events }: UserActivity) =>
  rawElements(events).filter((_event, index) => {
    const event = $events?.[index];
    return !event || isNoProfileEvent(event);
  });
