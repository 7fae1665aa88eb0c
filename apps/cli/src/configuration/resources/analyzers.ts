import {
  createActivityAnalyzer,
  deleteActivityAnalyzer,
  listActivityAnalyzerProperties,
  listActivityAnalyzers,
  listPlugins,
  listPluginVersions,
  putActivityAnalyzerProperty,
  updateActivityAnalyzer,
} from '@tributary/client/generated/sdk.gen';
import type { CreateActivityAnalyzerData, PluginVersion } from '@tributary/client/generated/types.gen';
import { canonicalJson } from '../model/canonical-json.js';
import type { Entry } from '../model/configuration.js';
import { pick, readAll, type Resource, type Scope } from '../model/resource.js';

export const analyzers: Resource = {
  read: async ({ organisation_id }, isWanted) => {
    const existing = [];
    for (const analyzer of await readAll((query) => listActivityAnalyzers({ query: { organisation_id, ...query } }))) {
      const { id, name, group_id, artifact_id, version_value } = analyzer;
      const plugin = { plugin: `${group_id}/${artifact_id}`, version: version_value };
      const properties = isWanted(name) ? { properties: await ownProperties(id) } : {};
      existing.push({ id, fields: { ...pick(analyzer, 'name', 'error_recovery_strategy'), ...plugin, ...properties } });
    }
    return existing;
  },
  check: async (scope, entry) => {
    const version = await findVersion(scope, entry);
    if (!version)
      return {
        field: 'version',
        message: `the platform has no version ${String(entry.version)} of ${String(entry.plugin)}`,
      };
    const known = new Map(version.plugin_properties?.map((property) => [property.technical_name, property]));
    for (const name of Object.keys(propertiesOf(entry))) {
      const property = known.get(name);
      if (!property) return { field: 'properties', message: `the plugin has no property ${name}` };
      if (property.secret)
        return {
          field: 'properties',
          message: `${name} is secret: set it in the console, and leave it out of the file`,
        };
      if (!property.writable) return { field: 'properties', message: `${name} cannot be changed` };
    }
    return undefined;
  },
  create: async (scope, entry) => {
    const { id } = (await createActivityAnalyzer({ body: await bodyOf(scope, entry) })).data.data;
    await writeProperties(id, entry);
    return { id };
  },
  update: async (scope, { id }, entry) => {
    await updateActivityAnalyzer({ path: { analyzer_id: id }, body: await bodyOf(scope, entry) });
    await writeProperties(id, entry);
  },
  remove: (_scope, { id }) => deleteActivityAnalyzer({ path: { analyzer_id: id } }),
};

const propertiesOf = ({ properties = {} }: Entry) => properties as Record<string, unknown>;

const readProperties = (analyzer_id: string) =>
  readAll((query) => listActivityAnalyzerProperties({ path: { analyzer_id }, query }));

/** The values that the analyzer has of its own. Secret ones are not for files. */
async function ownProperties(analyzer_id: string): Promise<Entry> {
  const own = (await readProperties(analyzer_id)).filter(({ origin, secret }) => origin === 'INSTANCE' && !secret);
  return Object.fromEntries(own.map(({ technical_name, value }) => [technical_name, value]));
}

async function findVersion({ organisation_id }: Scope, entry: Entry): Promise<PluginVersion | undefined> {
  const [group_id, artifact_id] = String(entry.plugin).split('/') as [string, string];
  const plugins = await readAll((query) =>
    listPlugins({ query: { organisation_id, group_id, artifact_id, ...query } }),
  );
  const plugin = plugins.find((each) => each.group_id === group_id && each.artifact_id === artifact_id);
  if (!plugin) return undefined;
  const versions = await readAll((query) => listPluginVersions({ path: { plugin_id: plugin.id }, query }));
  return versions.find(({ version_id }) => version_id === entry.version);
}

async function bodyOf(scope: Scope, entry: Entry): Promise<CreateActivityAnalyzerData['body']> {
  const version_id = (await findVersion(scope, entry))?.id ?? '';
  const { organisation_id } = scope;
  return {
    organisation_id,
    version_id,
    ...pick(entry, 'name', 'error_recovery_strategy'),
  } as CreateActivityAnalyzerData['body'];
}

async function writeProperties(analyzer_id: string, entry: Entry): Promise<void> {
  const wanted = propertiesOf(entry);
  for (const { technical_name, property_type, value } of await readProperties(analyzer_id)) {
    if (!Object.hasOwn(wanted, technical_name)) continue;
    if (canonicalJson(value) === canonicalJson(wanted[technical_name])) continue;
    const path = { analyzer_id, technical_name };
    await putActivityAnalyzerProperty({ path, body: { property_type, value: wanted[technical_name] } });
  }
}
