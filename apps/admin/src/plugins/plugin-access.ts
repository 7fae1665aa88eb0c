import { Injectable } from '@nestjs/common';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import type { Plugin, PluginVersion } from '@tributary/contracts/admin/plugins/plugin';
import { Access } from '@tributary/security/access';
import { PluginVersionsRepository, type VersionKey } from './plugin-versions.repository.js';
import { PluginsRepository } from './plugins.repository.js';

/** Loads what a path below /plugins names. Callers without a role in the plugin's organisation get not found. */
@Injectable()
export class PluginAccess {
  constructor(
    private readonly access: Access,
    private readonly plugins: PluginsRepository,
    private readonly versions: PluginVersionsRepository,
  ) {}

  async plugin(caller: Caller, id: string, needed: Role): Promise<Plugin> {
    const plugin = await this.plugins.get(id);
    this.access.requireResource(caller, plugin, needed);
    return plugin;
  }

  async version(caller: Caller, key: VersionKey, needed: Role): Promise<PluginVersion> {
    await this.plugin(caller, key.plugin_id, needed);
    return this.versions.get(key);
  }
}
