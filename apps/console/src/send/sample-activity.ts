import type { Channel, UserActivity } from '@tributary/client/generated/types.gen';
import { newUuid } from '../activities/new-uuid.js';

const visits = {
  SITE: { $type: 'SITE_VISIT', field: '$site_id', agent: 'web:sample:' },
  MOBILE_APPLICATION: { $type: 'APP_VISIT', field: '$app_id', agent: 'mob:and:raw:' },
  CTV: { $type: 'CTV_VISIT', field: '$ctv_id', agent: 'tv:sample:' },
} as const;

/** A visit of a channel, of another person each time. */
export function sampleActivity({ type, id }: Pick<Channel, 'type' | 'id'>): UserActivity {
  const { $type, field, agent } = visits[type];
  return {
    $type,
    [field]: id,
    $session_status: 'IN_SESSION',
    $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: agent + newUuid() }],
    $events: [{ $event_name: '$page_view', $properties: { path: '/welcome' } }],
  };
}

/** The sample of a newcomer, who has no channel yet. */
export const firstActivity = (): UserActivity => sampleActivity({ type: 'SITE', id: 'my-site' });
