import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { constraintViolation } from '@tributary/contracts/errors';
import type { Plugin, PluginInput, PluginListQuery, PluginUpdate } from '@tributary/contracts/admin/plugins/plugin';
import { getEntity, listEntities, violatedConstraint, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { visibleTo } from '../organisations/visible-organisations.js';
import { setCurrentVersion } from './current-version.js';
import { PluginEntity } from './plugin.entity.js';

@Injectable()
export class PluginsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Plugins of all organisations that the caller can see; the filters narrow them. */
  list(caller: Caller, query: PluginListQuery): Promise<Page<Plugin>> {
    const { organisation_id, community_id, first_result, max_results, ...coordinates } = query;
    const where = { organisation_id: visibleTo(caller, { organisation_id, community_id }), ...coordinates };
    return listEntities(this.dataSource, PluginEntity, where, { first_result, max_results });
  }

  get(id: string): Promise<Plugin> {
    return getEntity(this.dataSource, PluginEntity, { id });
  }

  insert(input: PluginInput): Promise<Plugin> {
    return withUniqueCoordinates(() =>
      writeEntities(this.dataSource, async (manager) => {
        const { id } = await manager.save(PluginEntity, { ...input });
        return manager.findOneByOrFail(PluginEntity, { id });
      }),
    );
  }

  update(id: string, { current_version_id, ...input }: PluginUpdate): Promise<Plugin> {
    return withUniqueCoordinates(() =>
      writeEntities(this.dataSource, async (manager) => {
        await manager.findOne(PluginEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
        await requireSameType(manager, id, input.plugin_type);
        await manager.update(PluginEntity, { id }, input);
        await setCurrentVersion(manager, id, current_version_id);
        return manager.findOneByOrFail(PluginEntity, { id });
      }),
    );
  }
}

/** Activity analyzers are instances of plugins of their type. */
async function requireSameType(manager: EntityManager, id: string, plugin_type: string): Promise<void> {
  const changed = await manager.query<object[]>(
    `select from plugins where id = $1 and plugin_type <> $2 and exists (
       select from activity_analyzers join plugin_versions on plugin_versions.id = plugin_version_id
       where plugin_id = plugins.id)`,
    [id, plugin_type],
  );
  if (changed.length > 0) throw constraintViolation('plugin_type: the plugin has activity analyzers');
}

async function withUniqueCoordinates<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'plugins_coordinates') throw error;
    throw constraintViolation('artifact_id: the organisation has a plugin of this group_id and artifact_id already');
  }
}
