import type { Platform } from '@tributary/testing/processes/platform';
import { agentJourneys } from './agent-journeys.js';
import { AgentSession, type Wanted } from './agent-session.js';

/** Agents at a gateway. */
export function agentsJourney(platform: () => Platform): void {
  const open = (wanted: Wanted) => {
    const query = new URLSearchParams({ datamart_id: '1' });
    for (const name of Object.keys(wanted)) query.set(name, 'true');
    return AgentSession.overHttp(platform().url, platform().token, query.toString());
  };
  agentJourneys({ name: 'http', platform, open });
}
