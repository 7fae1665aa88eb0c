import type { DashboardRegistration } from '@tributary/client/generated/types.gen';

export type ShownScope = { scope: 'home' } | { scope: 'segments'; segment_id: string };

/** Whether a dashboard is placed on a page: Home, or the page of a segment. */
export function isShownIn({ archived, scopes, segment_ids }: DashboardRegistration, shown: ShownScope): boolean {
  if (archived || !scopes.includes(shown.scope)) return false;
  return shown.scope === 'home' || segment_ids.length === 0 || segment_ids.includes(shown.segment_id);
}
