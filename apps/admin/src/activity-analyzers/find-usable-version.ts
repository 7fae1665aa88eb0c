import { constraintViolation } from '@tributary/contracts/errors';
import { isId } from '@tributary/contracts/values/integer-id';
import type { EntityManager } from 'typeorm';
import type { DerivedFields } from './check-derived-fields.js';

/** The version that an analyzer of an organisation is to have. */
interface WantedVersion {
  organisation_id: string;
  id: string;
  /** The version that the analyzer has: it may keep one that is archived meanwhile. */
  current?: string;
}

interface FoundVersion extends Omit<DerivedFields, 'organisation_id'> {
  plugin_type: string;
  archived: boolean;
}

/** Plugins of an organisation, and those of the first organisation of its community, which all others may use. */
const versionOfOrganisation = `
  select plugin_versions.version_id as version_value, group_id, artifact_id, plugins.id::text as visit_analyzer_plugin_id,
    plugin_type, archived
  from plugin_versions join plugins on plugins.id = plugin_id
  where plugin_versions.id = $1 and organisation_id in ($2, (
    select min(id) from organisations where community_id = (select community_id from organisations where id = $2)))`;

/**
 * Finds a version that the transaction has locked, and what follows from it. One message for an unknown version and for one
 * of another organisation: the caller may not learn which it is.
 *
 * @throws CONSTRAINT_VIOLATION_EXCEPTION
 */
export async function findUsableVersion(
  manager: EntityManager,
  { organisation_id, id, current }: WantedVersion,
): Promise<DerivedFields> {
  const [version] = isId(id) ? await manager.query<FoundVersion[]>(versionOfOrganisation, [id, organisation_id]) : [];
  if (!version) throw constraintViolation('version_id: the organisation can use no such plugin version');
  const { plugin_type, archived, ...derived } = version;
  if (plugin_type !== 'ACTIVITY_ANALYZER')
    throw constraintViolation(`version_id: its plugin is of the type ${plugin_type}`);
  if (archived && id !== current) throw constraintViolation('version_id: the version is archived');
  return { organisation_id, ...derived };
}
