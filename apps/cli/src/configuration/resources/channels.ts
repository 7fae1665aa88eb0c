import {
  createChannel,
  createProcessingSelection,
  deleteCtv,
  deleteMobileApplication,
  deleteProcessingSelection,
  deleteSite,
  listChannels,
  listChannelVisitAnalyzerSelections,
  listProcessingSelections,
  putChannelVisitAnalyzerSelections,
  updateCtv,
  updateMobileApplication,
  updateSite,
} from '@tributary/client/generated/sdk.gen';
import type { Channel, CreateChannelData, UpdateSiteData } from '@tributary/client/generated/types.gen';
import { canonicalJson } from '../model/canonical-json.js';
import type { Entry } from '../model/configuration.js';
import { idOf, nameOf, pick, readAll, without, type Resource, type Scope } from '../model/resource.js';

export const channels: Resource = {
  read: async (scope, isWanted) => {
    const { datamart_id } = scope;
    const all = await readAll((query) => listChannels({ path: { datamart_id }, query }));
    const existing = [];
    for (const channel of all) {
      const selected = isWanted(channel.name) ? await readSelections(scope, channel.id) : {};
      const fields = pick(channel, 'name', 'type', 'id', 'domain', 'enable_analytics', 'leaves_out_bots');
      existing.push({ id: channel.id, fields: { ...fields, ...selected } });
    }
    return existing;
  },
  create: async (scope, entry) => {
    const body = without(entry, 'processings', 'analyzers') as CreateChannelData['body'];
    const { data } = await createChannel({ path: { datamart_id: scope.datamart_id }, body });
    const { id } = data.data;
    await writeSelections(scope, id, {}, entry);
    return { id };
  },
  update: async (scope, { id, fields }, entry) => {
    const body = without(entry, 'processings', 'analyzers', 'id') as UpdateSiteData['body'];
    await paths[entry.type as Channel['type']].update(scope.datamart_id, id, body);
    await writeSelections(scope, id, fields, entry);
  },
  remove: ({ datamart_id }, { id, fields }) => paths[fields.type as Channel['type']].remove(datamart_id, id),
};

/** Each kind of channel has a path of its own. */
const paths = {
  SITE: {
    update: (datamart_id: string, site_id: string, body: UpdateSiteData['body']) =>
      updateSite({ path: { datamart_id, site_id }, body }),
    remove: (datamart_id: string, site_id: string) => deleteSite({ path: { datamart_id, site_id } }),
  },
  MOBILE_APPLICATION: {
    update: (datamart_id: string, mobile_application_id: string, body: UpdateSiteData['body']) =>
      updateMobileApplication({ path: { datamart_id, mobile_application_id }, body }),
    remove: (datamart_id: string, mobile_application_id: string) =>
      deleteMobileApplication({ path: { datamart_id, mobile_application_id } }),
  },
  CTV: {
    update: (datamart_id: string, ctv_id: string, body: UpdateSiteData['body']) =>
      updateCtv({ path: { datamart_id, ctv_id }, body }),
    remove: (datamart_id: string, ctv_id: string) => deleteCtv({ path: { datamart_id, ctv_id } }),
  },
};

async function readSelections(scope: Scope, channel_id: string): Promise<Entry> {
  const { datamart_id } = scope;
  const path = { channel_id };
  const processings = await selectionsOf(scope, channel_id);
  const analyzers = await readAll((query) =>
    listChannelVisitAnalyzerSelections({ path, query: { datamart_id, ...query } }),
  );
  return {
    processings: [...processings.keys()].map((id) => nameOf(scope, 'processings', id)).toSorted(),
    analyzers: analyzers
      .toSorted((one, other) => one.execution_order - other.execution_order)
      .map(({ visit_analyzer_model_id }) => nameOf(scope, 'analyzers', visit_analyzer_model_id)),
  };
}

/** The ids of selections by those of their processings. */
async function selectionsOf({ datamart_id }: Scope, channel_id: string): Promise<Map<string, string>> {
  const all = await readAll((query) =>
    listProcessingSelections({ path: { channel_id }, query: { datamart_id, ...query } }),
  );
  return new Map(all.map(({ id, processing_id }) => [processing_id, id]));
}

async function writeSelections(scope: Scope, channel_id: string, before: Entry, after: Entry): Promise<void> {
  const [path, query] = [{ channel_id }, { datamart_id: scope.datamart_id }];
  if (!isSame(before.processings, after.processings)) {
    const wanted = new Set(namesIn(after.processings).map((name) => idOf(scope, 'processings', name)));
    const selected = await selectionsOf(scope, channel_id);
    for (const processing_id of wanted)
      if (!selected.has(processing_id)) await createProcessingSelection({ path, query, body: { processing_id } });
    for (const [processing_id, selection_id] of selected)
      if (!wanted.has(processing_id)) await deleteProcessingSelection({ path: { channel_id, selection_id }, query });
  }
  if (isSame(before.analyzers, after.analyzers)) return;
  const selections = namesIn(after.analyzers).map((name, execution_order) => ({
    visit_analyzer_model_id: idOf(scope, 'analyzers', name),
    execution_order,
  }));
  await putChannelVisitAnalyzerSelections({ path, query, body: { selections } });
}

const isSame = (one: unknown, other: unknown) => canonicalJson(namesIn(one)) === canonicalJson(namesIn(other));

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);
