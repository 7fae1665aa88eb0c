import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/access';
import { constraintViolation, notFound } from '@tributary/contracts/errors';
import type { Plugin, PluginInput, PluginUpdate } from '@tributary/contracts/plugin';
import { readEntities, violatedConstraint, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/list-query';
import { And, DataSource, Equal } from 'typeorm';
import { setCurrentVersion } from './current-version.js';
import type { PluginListQuery } from './plugin-list-query.js';
import { PluginEntity } from './plugin.entity.js';
import { visibleTo } from './visible-organisations.js';

@Injectable()
export class PluginsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Those of one organisation, or all that the caller may see. */
  async list(caller: Caller, { organisation_id, ...page }: PluginListQuery): Promise<Page<Plugin>> {
    const visible = visibleTo(caller);
    const [items, total] = await readEntities(this.dataSource, (manager) =>
      manager.findAndCount(PluginEntity, {
        where: { organisation_id: organisation_id === undefined ? visible : And(visible, Equal(organisation_id)) },
        order: { id: 'ASC' },
        skip: page.first_result,
        take: page.max_results,
      }),
    );
    return { items, total };
  }

  async get(id: string): Promise<Plugin> {
    const plugin = await readEntities(this.dataSource, (manager) => manager.findOneBy(PluginEntity, { id }));
    if (!plugin) throw notFound();
    return plugin;
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
        // This locks the plugin, too.
        await manager.update(PluginEntity, { id }, input);
        await setCurrentVersion(manager, id, current_version_id);
        return manager.findOneByOrFail(PluginEntity, { id });
      }),
    );
  }
}

async function withUniqueCoordinates<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'plugins_coordinates') throw error;
    throw constraintViolation('artifact_id: the organisation has a plugin of this group_id and artifact_id already');
  }
}
