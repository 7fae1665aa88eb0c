import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { ListQuery } from '@tributary/contracts/list-query';
import { PluginVersionInput } from '@tributary/contracts/admin/plugins/plugin';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { PluginAccess } from './plugin-access.js';
import { PluginVersionsRepository } from './plugin-versions.repository.js';

@Controller('v1/plugins')
export class PluginVersionsController {
  constructor(
    private readonly versions: PluginVersionsRepository,
    private readonly access: PluginAccess,
  ) {}

  @Get(':plugin_id/versions')
  async list(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Query(parse(ListQuery)) page: ListQuery,
  ) {
    await this.access.plugin(caller, plugin_id, 'READER');
    return paged(await this.versions.list(plugin_id, page), page);
  }

  @Post(':plugin_id/versions')
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Body() body: unknown,
  ) {
    await this.access.plugin(caller, plugin_id, 'ORGANISATION_ADMIN');
    return ok(await this.versions.insert(plugin_id, parseOrThrow(PluginVersionInput, body)));
  }

  @Get(':plugin_id/versions/:version_id')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) id: string,
  ) {
    return ok(await this.access.version(caller, { plugin_id, id }, 'READER'));
  }

  @Get('version/:version_id')
  async getById(@CurrentCaller() caller: Caller, @Param('version_id', resourceId) id: string) {
    const plugin_id = await this.versions.pluginOf(id);
    return ok(await this.access.version(caller, { plugin_id, id }, 'READER'));
  }

  @Get(':plugin_id/versions/:version_id/properties')
  async listProperties(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) id: string,
    @Query(parse(ListQuery)) page: ListQuery,
  ) {
    await this.access.version(caller, { plugin_id, id }, 'READER');
    return paged(await this.versions.listProperties({ plugin_id, id }, page), page);
  }

  @Put(':plugin_id/versions/:version_id')
  async update(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) id: string,
    @Body() body: unknown,
  ) {
    await this.access.version(caller, { plugin_id, id }, 'ORGANISATION_ADMIN');
    return ok(await this.versions.update({ plugin_id, id }, parseOrThrow(PluginVersionInput, body)));
  }
}
