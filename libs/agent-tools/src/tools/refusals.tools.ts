import { actOnRefusedActivity, listRefusedActivities } from '@tributary/client/generated/sdk.gen';
import { z } from 'zod';
import { defineTool, limit, uuid } from './tool.js';

export const listRefusals = defineTool({
  name: 'list_refused_activities',
  title: 'List refused activities',
  description:
    'Activities of the last 7 days that were answered 400 and not stored, with the reason and the body as it was sent, the newest ' +
    'first. Call it when an event is missing.',
  input: z.object({
    error_code: z.enum(['BAD_REQUEST_DATA', 'BAD_REQUEST_FORMAT', 'AUTHORIZATION_ERROR']).optional(),
    since: z.iso.datetime().optional().describe('As 2026-11-01T00:00:00Z.'),
    limit: limit(20),
  }),
  async run({ error_code, since, limit: max_results }, { client, datamart_id }) {
    const query = { max_results, error_code, since: since === undefined ? undefined : Date.parse(since) };
    const { data } = await listRefusedActivities({ client, path: { datamart_id }, query });
    return { total: data.total, refusals: data.data };
  },
});

export const retryRefusal = defineTool({
  name: 'retry_refused_activity',
  title: 'Store a refused activity',
  description:
    'Stores a refused activity as received at its time, as it was sent or with a repaired body. It then leaves the list.',
  writes: true,
  input: z.object({ id: uuid, activity: z.record(z.string(), z.unknown()).optional() }),
  async run({ id: refused_activity_id, activity }, { client, datamart_id }) {
    const body = { action: 'RETRY' as const, activity };
    return (await actOnRefusedActivity({ client, path: { datamart_id, refused_activity_id }, body })).data.data;
  },
});
