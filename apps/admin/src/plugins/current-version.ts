import { constraintViolation } from '@tributary/contracts/errors';
import { emptied } from '@tributary/database/columns';
import type { EntityManager } from 'typeorm';
import { PluginVersionEntity } from './plugin-version.entity.js';
import { PluginEntity } from './plugin.entity.js';

/**
 * Sets the current version of a plugin; the caller must hold the lock on the plugin.
 *
 * @param wanted a version of the plugin that is not archived; without it, the newest such version, if any
 */
export async function setCurrentVersion(
  manager: EntityManager,
  plugin_id: string,
  wanted?: string | null,
): Promise<void> {
  const version = await manager.findOne(PluginVersionEntity, {
    where: { plugin_id, archived: false, ...(wanted && { id: wanted }) },
    order: { id: 'DESC' },
  });
  if (!version && wanted) throw constraintViolation('current_version_id: the plugin has no such version in use');
  await manager.update(PluginEntity, { id: plugin_id }, { current_version_id: version?.id ?? emptied });
}
