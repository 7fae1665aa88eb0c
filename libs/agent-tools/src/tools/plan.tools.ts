import { getTrackingPlan, listEventTypes } from '@tributary/client/generated/sdk.gen';
import { z } from 'zod';
import { defineTool, limit } from './tool.js';

export const listEvents = defineTool({
  name: 'list_event_types',
  title: 'List event types',
  description:
    'Events that came or are in the tracking plan: counts, channels, properties with their types, and how many differ from the ' +
    'plan or were blocked by it.',
  input: z.object({ limit: limit(50) }),
  async run({ limit: max_results }, { client, datamart_id }) {
    const { data } = await listEventTypes({ client, path: { datamart_id }, query: { max_results } });
    return data;
  },
});

export const readPlan = defineTool({
  name: 'read_tracking_plan',
  title: 'Read the tracking plan',
  description: 'The events that the plan names: description, schema of their properties, whether they are blocked.',
  input: z.object({}),
  async run(_input, { client, datamart_id }) {
    return (await getTrackingPlan({ client, path: { datamart_id } })).data.data;
  },
});
