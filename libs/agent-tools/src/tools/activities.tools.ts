import { getUserActivityTrace } from '@tributary/client/generated/sdk.gen';
import { z } from 'zod';
import { defineTool, uuid } from './tool.js';

export const traceActivity = defineTool({
  name: 'trace_activity',
  title: 'Trace an activity',
  description:
    'The steps of one activity from its receipt to its end: stored, a duplicate, dropped and why. Call it when an activity was ' +
    'accepted and is missing. One that was refused has no trace: list_refused_activities.',
  input: z.object({
    activity_id: uuid.describe('The `$id` of the receipt, of the live feed or of a stored activity.'),
  }),
  async run({ activity_id }, { client, datamart_id }) {
    return (await getUserActivityTrace({ client, path: { datamart_id, activity_id } })).data.data;
  },
});
