import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { PluginInput, PluginListQuery, PluginUpdate } from '@tributary/contracts/admin/plugins/plugin';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { PluginAccess } from './plugin-access.js';
import { PluginsRepository } from './plugins.repository.js';

@Controller('v1/plugins')
export class PluginsController {
  constructor(
    private readonly plugins: PluginsRepository,
    private readonly pluginAccess: PluginAccess,
    private readonly access: Access,
  ) {}

  @Get()
  async list(@CurrentCaller() caller: Caller, @Query(parse(PluginListQuery)) query: PluginListQuery) {
    return paged(await this.plugins.list(caller, query), query);
  }

  @Post()
  @HttpCode(200)
  async create(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    this.access.requireSomewhere(caller, 'ORGANISATION_ADMIN');
    const input = parseOrThrow(PluginInput, body);
    this.access.requireOrganisation(caller, input.organisation_id, 'ORGANISATION_ADMIN');
    return ok(await this.plugins.insert(input));
  }

  @Get(':plugin_id')
  async get(@CurrentCaller() caller: Caller, @Param('plugin_id', resourceId) id: string) {
    return ok(await this.pluginAccess.plugin(caller, id, 'READER'));
  }

  @Put(':plugin_id')
  async update(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) id: string,
    // Parsed after authorization: a caller who may not see the plugin learns nothing, not even what a body requires.
    @Body() body: unknown,
  ) {
    await this.pluginAccess.plugin(caller, id, 'ORGANISATION_ADMIN');
    const properties = parseOrThrow(PluginUpdate, body);
    return ok(await this.plugins.update(id, properties));
  }
}
