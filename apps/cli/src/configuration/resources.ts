import { getOrganisation, getTrackingPlan } from '@tributary/client/generated/sdk.gen';
import { openDatamart, readCaller } from '../session/open-session.js';
import type { CommonOptions } from '../commands/create-command.js';
import { identityOf } from './model/configuration.js';
import type { Existing, Platform } from './model/changes.js';
import { rolesIn } from './model/missing-rights.js';
import { pick, type Resource, type Scope } from './model/resource.js';
import { analyzers } from './resources/analyzers.js';
import { channels } from './resources/channels.js';
import { collectKeys } from './resources/collect-keys.js';
import { dashboards } from './resources/dashboards.js';
import { segments } from './resources/segments.js';
import { compartments, datamart, processings } from './resources/settings.js';
import { sections, shapes, type Section } from './model/shapes.js';

/** Event types are written together, as one plan. */
export const resources: Readonly<Record<Exclude<Section, 'event_types'>, Resource>> = {
  processings,
  datamart,
  compartments,
  segments,
  analyzers,
  channels,
  dashboards,
  collect_keys: collectKeys,
};

type Ids = Map<Section, Map<string, string>>;

/** @returns where the resources are, with a map of ids that reading fills */
export async function openScope(options: CommonOptions): Promise<Scope & { ids: Ids }> {
  const session = await openDatamart(options);
  const { datamarts, roles, organisation_id: ofCaller } = await readCaller();
  const organisation_id = datamarts.find(({ id }) => id === session.datamart_id)?.organisation_id ?? ofCaller;
  const { community_id } = (await getOrganisation({ path: { organisation_id } })).data.data;
  return { ...session, organisation_id, community_id, roles: rolesIn(organisation_id, roles), ids: new Map() };
}

/**
 * Reads the resources of sections, and of those that they name.
 *
 * @param isWanted whether a resource is read with what takes requests of its own: its selections, its content
 */
export async function readPlatform(
  scope: Scope & { ids: Ids },
  wanted: ReadonlySet<Section>,
  isWanted: (section: Section, name: string) => boolean,
): Promise<Platform> {
  const named = [...wanted].flatMap((section) => Object.values(shapes[section].references ?? {}));
  const read = new Set([...wanted, ...named]);
  const platform = new Map<Section, readonly Existing[]>();
  // In their order, so that the ids that a section names are known.
  for (const section of sections.filter((each) => read.has(each))) {
    const existing =
      section === 'event_types'
        ? await readPlan(scope)
        : await resources[section].read(scope, (name) => wanted.has(section) && isWanted(section, name));
    platform.set(section, existing);
    // An archived resource is out of the way of one that is not.
    const inOrder = existing.toSorted((one, other) => Number(isArchived(other)) - Number(isArchived(one)));
    scope.ids.set(section, new Map(inOrder.map(({ id, fields }) => [identityOf(section, fields), id])));
  }
  return platform;
}

const isArchived = ({ fields }: Existing) => fields.archived === true;

async function readPlan({ datamart_id }: Scope): Promise<Existing[]> {
  const { event_types } = (await getTrackingPlan({ path: { datamart_id } })).data.data;
  return event_types.map((type) => ({
    id: type.name,
    fields: { ...pick(type, 'name', 'description', 'status', 'schema'), on_violation: type.on_violation ?? 'COUNT' },
  }));
}
