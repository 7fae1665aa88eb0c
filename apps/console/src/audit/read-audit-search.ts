import { auditActions, type AuditAction } from '@tributary/client/audit/audit-actions';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { readPageSearch } from '../components/paging.js';

export interface AuditSearch {
  page?: number;
  action?: AuditAction;
  resource?: string;
  user?: string;
  /** Dates, as 2026-11-28; the second one is the last that is shown. */
  since?: string;
  until?: string;
}

const date = /^\d{4}-\d{2}-\d{2}$/;

/** The filters in the address of the page. What it cannot be is left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { action, resource, user, since, until } = search;
  const known = auditActions.find((one) => one === action);
  return {
    ...readPageSearch(search),
    ...(known && { action: known }),
    ...(typeof resource === 'string' && resource !== '' && { resource }),
    ...(/^\d{1,18}$/.test(String(user)) && { user: String(user) }),
    ...(date.test(String(since)) && { since: String(since) }),
    ...(date.test(String(until)) && { until: String(until) }),
  };
}

/** The query of the API for these filters. Days are those of UTC. */
export const auditQuery = ({ action, resource, user, since, until }: AuditSearch) => ({
  ...(action && { action }),
  ...(resource && { resource }),
  ...(user && { user_id: user }),
  ...(since && { since: Date.parse(since) }),
  ...(until && { until: Date.parse(until) + dayMs }),
});
