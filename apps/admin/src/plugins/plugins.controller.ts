import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { PluginListQuery } from '@tributary/contracts/admin/plugins/plugin';
import { plugins } from '@tributary/contracts/endpoints/admin/plugins.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { PluginAccess } from './plugin-access.js';
import { PluginsRepository } from './plugins.repository.js';

const { listPlugins, createPlugin, getPlugin, updatePlugin } = plugins.operations;

@Controller()
export class PluginsController {
  constructor(
    private readonly plugins: PluginsRepository,
    private readonly pluginAccess: PluginAccess,
    private readonly access: Access,
  ) {}

  @Serves(listPlugins)
  async list(@CurrentCaller() caller: Caller, @Query(parse(listPlugins.query)) query: PluginListQuery) {
    return paged(await this.plugins.list(caller, query), query);
  }

  @Serves(createPlugin)
  async create(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    this.access.requireSomewhere(caller, 'ORGANISATION_ADMIN');
    const input = parseOrThrow(bodyOf(createPlugin), body);
    this.access.requireOrganisation(caller, input.organisation_id, 'ORGANISATION_ADMIN');
    return ok(await this.plugins.insert(input));
  }

  @Serves(getPlugin)
  async get(@CurrentCaller() caller: Caller, @Param('plugin_id', resourceId) id: string) {
    return ok(await this.pluginAccess.plugin(caller, id, 'READER'));
  }

  @Serves(updatePlugin)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) id: string,
    // Parsed after authorization: a caller who may not see the plugin learns nothing, not even what a body requires.
    @Body() body: unknown,
  ) {
    await this.pluginAccess.plugin(caller, id, 'ORGANISATION_ADMIN');
    const properties = parseOrThrow(bodyOf(updatePlugin), body);
    return ok(await this.plugins.update(id, properties));
  }
}
