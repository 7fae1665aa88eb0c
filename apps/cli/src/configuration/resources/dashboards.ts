import { readContent, saveContent } from '@tributary/client/dashboards/stored-content';
import { createDashboard, getDashboard, listDashboards, updateDashboard } from '@tributary/client/generated/sdk.gen';
import type {
  CreateDashboardData,
  DashboardContent,
  DashboardRegistration,
} from '@tributary/client/generated/types.gen';
import { canonicalJson } from '../model/canonical-json.js';
import type { Entry } from '../model/configuration.js';
import { idOf, nameOf, pick, readAll, type Resource, type Scope } from '../model/resource.js';

export const dashboards: Resource = {
  read: async (scope, isWanted) => {
    const { organisation_id } = scope;
    const existing = [];
    for (const dashboard of await readAll((query) => listDashboards({ query: { organisation_id, ...query } }))) {
      const path = { dashboard_id: dashboard.id, organisation_id };
      const stored = isWanted(dashboard.title) ? await readContent(path) : null;
      const fields = { ...fieldsOf(scope, dashboard), ...(stored && { content: stored.content }) };
      existing.push({ id: dashboard.id, fields });
    }
    return existing;
  },
  create: async (scope, entry) => {
    const { community_id } = scope;
    const { id } = (await createDashboard({ body: bodyOf(scope, community_id, entry) })).data.data;
    await writeContent(scope, id, {}, entry);
    return { id };
  },
  update: async (scope, { id: dashboard_id, fields }, entry) => {
    const query = { organisation_id: scope.organisation_id };
    const { community_id } = (await getDashboard({ path: { dashboard_id }, query })).data.data;
    await updateDashboard({ path: { dashboard_id }, query, body: bodyOf(scope, community_id, entry) });
    await writeContent(scope, dashboard_id, fields, entry);
  },
  remove: () => Promise.reject(new Error('dashboards are archived')),
};

const fieldsOf = (scope: Scope, dashboard: DashboardRegistration): Entry => ({
  ...pick(dashboard, 'title', 'archived'),
  scopes: dashboard.scopes.toSorted(),
  segments: dashboard.segment_ids.map((id) => nameOf(scope, 'segments', id)).toSorted(),
  builder_ids: dashboard.builder_ids.toSorted(),
});

const bodyOf = (scope: Scope, community_id: string, { title, scopes, segments, builder_ids, archived }: Entry) =>
  ({
    title,
    scopes: scopes ?? ['home'],
    segment_ids: ((segments ?? []) as string[]).map((name) => idOf(scope, 'segments', name)),
    builder_ids: builder_ids ?? [],
    archived: archived ?? false,
    community_id,
    organisation_id: scope.organisation_id,
  }) as CreateDashboardData['body'];

/** Replaces what was compared with the file: one that was saved meanwhile is refused. */
async function writeContent(scope: Scope, dashboard_id: string, before: Entry, after: Entry): Promise<void> {
  if (after.content === undefined || canonicalJson(before.content) === canonicalJson(after.content)) return;
  const path = { dashboard_id, organisation_id: scope.organisation_id };
  const stored = await readContent(path);
  if (canonicalJson(stored?.content) !== canonicalJson(before.content))
    throw new Error(`the content of dashboard ${dashboard_id} was changed meanwhile`);
  await saveContent(path, after.content as DashboardContent, stored);
}
