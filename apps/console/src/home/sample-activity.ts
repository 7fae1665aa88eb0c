import type { UserActivity } from '@tributary/client/generated/types.gen';
import { newUuid } from '../activities/new-uuid.js';

/** A visit of one page, that a newcomer sends first. */
export const sampleActivity = (): UserActivity => ({
  $type: 'SITE_VISIT',
  $site_id: 'my-site',
  $session_status: 'IN_SESSION',
  $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: `web:sample:${newUuid()}` }],
  $events: [{ $event_name: '$page_view', $properties: { path: '/welcome' } }],
});

/** The same as a program for a browser or Node. The token stays a placeholder, so that it can be shared. */
export function fetchProgram(address: string, activity: UserActivity): string {
  return [
    `const response = await fetch(${JSON.stringify(address)}, {`,
    `  method: 'POST',`,
    `  headers: { Authorization: '<API token>', 'Content-Type': 'application/json' },`,
    `  body: JSON.stringify(${JSON.stringify(activity, null, 2).replaceAll('\n', '\n  ')}),`,
    `});`,
    `console.log(await response.json());`,
  ].join('\n');
}
