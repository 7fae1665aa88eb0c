import { isClash, readContent, saveContent } from '@tributary/client/dashboards/stored-content';
import { createDashboard, getDashboard, getOrganisation, listDashboards } from '@tributary/client/generated/sdk.gen';
import type { DashboardContent } from '@tributary/client/generated/types.gen';
import { z } from 'zod';
import { ToolFailure } from '../answers/tool-failure.js';
import { defineTool, limit, numericId } from './tool.js';

export const listAllDashboards = defineTool({
  name: 'list_dashboards',
  title: 'List dashboards',
  description: 'Dashboards of the organisation: ids, titles and where they are shown.',
  input: z.object({ limit: limit(50) }),
  async run({ limit: max_results }, { client, organisation_id }) {
    const { data } = await listDashboards({ client, query: { organisation_id, archived: false, max_results } });
    return { total: data.total, dashboards: data.data };
  },
});

export const readDashboard = defineTool({
  name: 'read_dashboard',
  title: 'Read a dashboard',
  description:
    'Its registration and its content as JSON: sections with cards and charts. Read one before you write one.',
  input: z.object({ dashboard_id: numericId }),
  async run({ dashboard_id }, { client, organisation_id }) {
    const { data } = await getDashboard({ client, path: { dashboard_id }, query: { organisation_id } });
    const stored = await readContent({ dashboard_id, organisation_id, client });
    return { ...data.data, content_id: stored?.id ?? null, content: stored?.content ?? null };
  },
});

export const makeDashboard = defineTool({
  name: 'create_dashboard',
  title: 'Create a dashboard',
  description: 'Creates an empty dashboard that is shown on the home page. save_dashboard fills it.',
  writes: true,
  input: z.object({ title: z.string().min(1).max(255) }),
  async run({ title }, { client, organisation_id }) {
    const { community_id } = (await getOrganisation({ client, path: { organisation_id } })).data.data;
    const body = {
      title,
      organisation_id,
      community_id,
      scopes: ['home' as const],
      segment_ids: [],
      builder_ids: [],
      archived: false,
    };
    return (await createDashboard({ client, query: { organisation_id }, body })).data.data;
  },
});

export const saveDashboard = defineTool({
  name: 'save_dashboard',
  title: 'Save the content of a dashboard',
  description:
    'Stores a content. If it was changed since it was read, nothing is stored. The earlier contents stay as versions.',
  writes: true,
  input: z.object({
    dashboard_id: numericId,
    content_id: z.string().max(64).nullable().describe('content_id of read_dashboard; null if it had none.'),
    content: z.record(z.string(), z.unknown()),
  }),
  async run({ dashboard_id, content_id, content }, { client, organisation_id }) {
    const replaced = content_id === null ? null : { id: content_id };
    const path = { dashboard_id, organisation_id, client };
    const stored = await saveContent(path, content as unknown as DashboardContent, replaced).catch((error: unknown) => {
      if (!isClash(error)) throw error;
      throw new ToolFailure(
        'The content was changed since it was read: nothing was stored.',
        'Read it again, and repeat the change.',
      );
    });
    return { dashboard_id, content_id: stored.id };
  },
});
