import { auditActions } from '@tributary/client/audit/audit-actions';
import { listAuditEvents } from '@tributary/client/generated/sdk.gen';
import { z } from 'zod';
import { defineTool, limit } from './tool.js';

export const listAudit = defineTool({
  name: 'list_audit_events',
  title: 'List who has done what',
  description:
    'Events of the audit, the newest first: changes of configurations with their values, reads and exports of people with their ' +
    'purpose, sign-ins. Needs the role ORGANISATION_ADMIN.',
  input: z.object({
    action: z.enum(auditActions).optional(),
    resource: z.string().max(100).optional().describe('As datamart or user_point.'),
    since: z.iso.datetime().optional().describe('As 2026-11-01T00:00:00Z.'),
    limit: limit(50),
  }),
  async run({ action, resource, since, limit: max_results }, { client, organisation_id }) {
    const query = { max_results, action, resource, since: since === undefined ? undefined : Date.parse(since) };
    const { data } = await listAuditEvents({ client, path: { organisation_id }, query });
    return { total: data.total, events: data.data };
  },
});
