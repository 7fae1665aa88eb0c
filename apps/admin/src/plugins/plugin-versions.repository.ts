import { Injectable } from '@nestjs/common';
import { constraintViolation, existing } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { PluginProperty, PluginVersion, PluginVersionInput } from '@tributary/contracts/admin/plugins/plugin';
import { emptied } from '@tributary/database/columns';
import { getEntity, listEntities, violatedConstraint } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { setCurrentVersion } from './current-version.js';
import { lockVersion } from './lock-version.js';
import { PluginVersionEntity } from './plugin-version.entity.js';
import { PluginEntity } from './plugin.entity.js';
import {
  hasSameProperties,
  sealerOf,
  shownProperty,
  storedProperties,
  versionSecretContext,
  type StoredProperty,
} from './stored-property.js';

/** A version is only found together with its plugin. */
export interface VersionKey {
  plugin_id: string;
  id: string;
}

@Injectable()
export class PluginVersionsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
    private readonly keyring: SecretsKeyring,
  ) {}

  async list(plugin_id: string, page: ListQuery): Promise<Page<PluginVersion>> {
    const { items, total } = await listEntities(this.dataSource, PluginVersionEntity, { plugin_id }, page);
    return { items: items.map(asShown), total };
  }

  async get({ plugin_id, id }: VersionKey): Promise<PluginVersion> {
    return asShown(await getEntity(this.dataSource, PluginVersionEntity, { plugin_id, id }));
  }

  /** @throws RESOURCE_NOT_FOUND */
  async pluginOf(id: string): Promise<string> {
    return (await getEntity(this.dataSource, PluginVersionEntity, { id })).plugin_id;
  }

  async listProperties(key: VersionKey, { first_result, max_results }: ListQuery): Promise<Page<PluginProperty>> {
    const { plugin_properties: all = [] } = await this.get(key);
    return { items: all.slice(first_result, first_result + max_results), total: all.length };
  }

  /** Makes the new version the current one, unless it is inserted as archived. */
  insert(plugin_id: string, { plugin_properties: given, ...input }: PluginVersionInput): Promise<PluginVersion> {
    const plugin_properties = given && storedProperties(given, [], this.sealer(plugin_id));
    return withUniqueName(() =>
      this.changes.make(async (manager, events) => {
        await lockPlugin(manager, plugin_id);
        const { id } = await manager.save(PluginVersionEntity, { ...input, plugin_properties, plugin_id });
        if (!input.archived) await setCurrentVersion(manager, plugin_id, id);
        if (input.max_qps !== undefined) await events.statesChanged('plugin_version', [id]);
        return asShown(await manager.findOneByOrFail(PluginVersionEntity, { id }));
      }),
    );
  }

  /**
   * Absent properties stay as they are, an absent `max_qps` is removed.
   *
   * If the plugin has no usable current version afterwards, its newest version becomes the current one.
   */
  update(
    { plugin_id, id }: VersionKey,
    { plugin_properties: given, ...input }: PluginVersionInput,
  ): Promise<PluginVersion> {
    return withUniqueName(() =>
      this.changes.make(async (manager, events) => {
        const { current_version_id } = await lockPlugin(manager, plugin_id);
        await lockVersion(manager, id);
        const before = existing(await manager.findOneBy(PluginVersionEntity, { plugin_id, id }));
        const plugin_properties = given && (await this.replaceProperties(manager, before, given));
        const fields = { ...input, ...(plugin_properties && { plugin_properties }), max_qps: input.max_qps ?? emptied };
        await manager.update(PluginVersionEntity, { id }, fields);
        const losesCurrent = current_version_id === id && input.archived;
        if (current_version_id === undefined || losesCurrent) await setCurrentVersion(manager, plugin_id);
        if (await mustBePublished(manager, id)) await events.statesChanged('plugin_version', [id]);
        return asShown(await manager.findOneByOrFail(PluginVersionEntity, { id }));
      }),
    );
  }

  private sealer = (plugin_id: string) => sealerOf(this.keyring, versionSecretContext(plugin_id));

  /** The properties of a version with analyzers are fixed. A body may repeat them. */
  private async replaceProperties(
    manager: EntityManager,
    { id, plugin_id, plugin_properties: current = [] }: PluginVersionEntity,
    given: PluginProperty[],
  ): Promise<StoredProperty[]> {
    const sealer = this.sealer(plugin_id);
    const replaced = storedProperties(given, current, sealer);
    const [analyzer] = await manager.query<object[]>(
      'select from activity_analyzers where plugin_version_id = $1 limit 1',
      [id],
    );
    if (analyzer && !hasSameProperties(replaced, current, sealer))
      throw constraintViolation('plugin_properties: the version has analyzers, so its properties cannot change');
    return replaced;
  }
}

const asShown = ({ plugin_properties, ...version }: PluginVersionEntity): PluginVersion => ({
  ...version,
  ...(plugin_properties && { plugin_properties: plugin_properties.map(shownProperty) }),
});

/** Nothing is published about a version without limit, worker and analyzer, unless it had one. */
async function mustBePublished(manager: EntityManager, id: string): Promise<boolean> {
  const found = await manager.query<object[]>(
    'select from plugin_versions where id = $1 and (version is not null or max_qps is not null)',
    [id],
  );
  return found.length > 0;
}

/** Serializes changes of a plugin's versions, so that concurrent changes keep the current version correct. */
async function lockPlugin(manager: EntityManager, id: string): Promise<PluginEntity> {
  return existing(await manager.findOne(PluginEntity, { where: { id }, lock: { mode: 'pessimistic_write' } }));
}

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'plugin_versions_version_id') throw error;
    throw constraintViolation('version_id: the plugin has a version of this name already');
  }
}
