import { Injectable } from '@nestjs/common';
import { constraintViolation, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { PluginProperty, PluginVersion, PluginVersionInput } from '@tributary/contracts/admin/plugin';
import { emptied } from '@tributary/database/columns';
import { readEntities, violatedConstraint, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { setCurrentVersion } from './current-version.js';
import { PluginVersionEntity } from './plugin-version.entity.js';
import { PluginEntity } from './plugin.entity.js';

/** A version is only found together with its plugin. */
export interface VersionKey {
  plugin_id: string;
  id: string;
}

@Injectable()
export class PluginVersionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(plugin_id: string, page: ListQuery): Promise<Page<PluginVersion>> {
    const [items, total] = await readEntities(this.dataSource, (manager) =>
      manager.findAndCount(PluginVersionEntity, {
        where: { plugin_id },
        order: { id: 'ASC' },
        skip: page.first_result,
        take: page.max_results,
      }),
    );
    return { items, total };
  }

  async get({ plugin_id, id }: VersionKey): Promise<PluginVersion> {
    const find = (manager: EntityManager) => manager.findOneBy(PluginVersionEntity, { plugin_id, id });
    const version = await readEntities(this.dataSource, find);
    if (!version) throw notFound();
    return version;
  }

  /** @throws RESOURCE_NOT_FOUND */
  async pluginOf(id: string): Promise<string> {
    const find = (manager: EntityManager) => manager.findOneBy(PluginVersionEntity, { id });
    const version = await readEntities(this.dataSource, find);
    if (!version) throw notFound();
    return version.plugin_id;
  }

  async listProperties(key: VersionKey, { first_result, max_results }: ListQuery): Promise<Page<PluginProperty>> {
    const { plugin_properties: all = [] } = await this.get(key);
    return { items: all.slice(first_result, first_result + max_results), total: all.length };
  }

  /** Makes the new version the current one, unless it is inserted as archived. */
  insert(plugin_id: string, input: PluginVersionInput): Promise<PluginVersion> {
    return withUniqueName(() =>
      writeEntities(this.dataSource, async (manager) => {
        await lockPlugin(manager, plugin_id);
        const version = await manager.save(PluginVersionEntity, { ...input, plugin_id });
        if (!version.archived) await setCurrentVersion(manager, plugin_id, version.id);
        return manager.findOneByOrFail(PluginVersionEntity, { id: version.id });
      }),
    );
  }

  /**
   * Absent properties stay as they are, an absent `max_qps` is removed.
   *
   * If the plugin has no usable current version afterwards, its newest version becomes the current one.
   */
  update({ plugin_id, id }: VersionKey, input: PluginVersionInput): Promise<PluginVersion> {
    return withUniqueName(() =>
      writeEntities(this.dataSource, async (manager) => {
        const { current_version_id } = await lockPlugin(manager, plugin_id);
        const { affected } = await manager.update(
          PluginVersionEntity,
          { plugin_id, id },
          { ...input, max_qps: input.max_qps ?? emptied },
        );
        if (affected === 0) throw notFound();
        const losesCurrent = current_version_id === id && input.archived;
        if (current_version_id === undefined || losesCurrent) await setCurrentVersion(manager, plugin_id);
        return manager.findOneByOrFail(PluginVersionEntity, { id });
      }),
    );
  }
}

/** Serializes changes of a plugin's versions, so that concurrent changes keep the current version correct. */
async function lockPlugin(manager: EntityManager, id: string): Promise<PluginEntity> {
  const plugin = await manager.findOne(PluginEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!plugin) throw notFound();
  return plugin;
}

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'plugin_versions_version_id') throw error;
    throw constraintViolation('version_id: the plugin has a version of this name already');
  }
}
