import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ListQuery } from '@tributary/contracts/list-query';
import { plugins } from '@tributary/contracts/endpoints/admin/plugins.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { PluginAccess } from './plugin-access.js';
import { PluginVersionsRepository } from './plugin-versions.repository.js';

const {
  listPluginVersions,
  createPluginVersion,
  getPluginVersion,
  getPluginVersionById,
  listPluginProperties,
  updatePluginVersion,
} = plugins.operations;

@Controller()
export class PluginVersionsController {
  constructor(
    private readonly versions: PluginVersionsRepository,
    private readonly access: PluginAccess,
  ) {}

  @Serves(listPluginVersions)
  async list(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Query(parse(listPluginVersions.query)) page: ListQuery,
  ) {
    await this.access.plugin(caller, plugin_id, 'READER');
    return paged(await this.versions.list(plugin_id, page), page);
  }

  @Serves(createPluginVersion)
  async create(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Body() body: unknown,
  ) {
    await this.access.plugin(caller, plugin_id, 'ORGANISATION_ADMIN');
    return ok(await this.versions.insert(plugin_id, parseOrThrow(bodyOf(createPluginVersion), body)));
  }

  @Serves(getPluginVersion)
  async get(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) id: string,
  ) {
    return ok(await this.access.version(caller, { plugin_id, id }, 'READER'));
  }

  @Serves(getPluginVersionById)
  async getById(@CurrentCaller() caller: Caller, @Param('version_id', resourceId) id: string) {
    const plugin_id = await this.versions.pluginOf(id);
    return ok(await this.access.version(caller, { plugin_id, id }, 'READER'));
  }

  @Serves(listPluginProperties)
  async listProperties(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) id: string,
    @Query(parse(listPluginProperties.query)) page: ListQuery,
  ) {
    await this.access.version(caller, { plugin_id, id }, 'READER');
    return paged(await this.versions.listProperties({ plugin_id, id }, page), page);
  }

  @Serves(updatePluginVersion)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) id: string,
    @Body() body: unknown,
  ) {
    await this.access.version(caller, { plugin_id, id }, 'ORGANISATION_ADMIN');
    return ok(await this.versions.update({ plugin_id, id }, parseOrThrow(bodyOf(updatePluginVersion), body)));
  }
}
