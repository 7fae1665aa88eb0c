import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { PluginType } from '@tributary/contracts/admin/plugins/plugin';
import { badData, constraintViolation } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import {
  analysisEndpoint,
  comparableEndpoint,
  type ThrottlingInput,
} from '@tributary/contracts/admin/plugins/throttling';
import { plugins } from '@tributary/contracts/endpoints/admin/plugins.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { PluginAccess } from '../plugins/plugin-access.js';
import { ThrottlingsRepository } from './throttlings.repository.js';

const { listThrottlings, createThrottling, updateThrottling, deleteThrottling } = plugins.operations;

@Controller()
export class ThrottlingsController {
  constructor(
    private readonly throttlings: ThrottlingsRepository,
    private readonly plugins: PluginAccess,
    private readonly access: Access,
  ) {}

  @Serves(listThrottlings)
  async list(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) version_id: string,
    @Query(parse(listThrottlings.query)) page: ListQuery,
  ) {
    await this.plugins.version(caller, { plugin_id, id: version_id }, 'READER');
    return paged(await this.throttlings.list(version_id, page), page);
  }

  @Serves(createThrottling)
  async create(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) version_id: string,
    @Body() body: unknown,
  ) {
    const { plugin_type } = await this.plugins.plugin(caller, plugin_id, 'ORGANISATION_ADMIN');
    await this.plugins.version(caller, { plugin_id, id: version_id }, 'ORGANISATION_ADMIN');
    const { plugin_version_id, ...input } = parseOrThrow(bodyOf(createThrottling), body);
    requireEffect(plugin_type, input, body);
    this.requireKey(caller, input);
    if (plugin_version_id !== version_id)
      throw constraintViolation('plugin_version_id: the body and the path name different versions');
    return ok(await this.throttlings.insert(version_id, input));
  }

  @Serves(updateThrottling)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) plugin_version_id: string,
    @Param('throttling_id', resourceId) id: string,
    @Body() body: unknown,
  ) {
    const { plugin_type } = await this.plugins.plugin(caller, plugin_id, 'ORGANISATION_ADMIN');
    await this.plugins.version(caller, { plugin_id, id: plugin_version_id }, 'ORGANISATION_ADMIN');
    const input = parseOrThrow(bodyOf(updateThrottling), body);
    requireEffect(plugin_type, input, body);
    this.requireKey(caller, input);
    return ok(await this.throttlings.update({ plugin_version_id, id }, input));
  }

  @Serves(deleteThrottling)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) plugin_version_id: string,
    @Param('throttling_id', resourceId) id: string,
  ) {
    await this.plugins.version(caller, { plugin_id, id: plugin_version_id }, 'ORGANISATION_ADMIN');
    await this.throttlings.delete({ plugin_version_id, id });
    return deleted;
  }

  /** The caller needs a role in the datamart or organisation that the body names. */
  private requireKey(caller: Caller, { scope, throttling_key: key }: ThrottlingInput): void {
    if (scope === 'DATAMART' && key !== undefined) this.access.requireDatamart(caller, key, 'READER');
    if (scope === 'ORGANISATION' && key !== undefined) this.access.requireOrganisation(caller, key, 'READER');
  }
}

/** Only analyzers are called. A throttling of theirs that can limit no call would be a silent mistake. */
function requireEffect(plugin_type: PluginType, { plugin_endpoint }: ThrottlingInput, body: unknown): void {
  if (plugin_type !== 'ACTIVITY_ANALYZER') return;
  if (comparableEndpoint(plugin_endpoint) !== comparableEndpoint(analysisEndpoint))
    throw badData(
      `plugin_endpoint: must be ${analysisEndpoint}, the only endpoint of an ACTIVITY_ANALYZER that is called`,
    );
  if ('timeout_qps' in (body as object)) throw badData('timeout_qps: is no limit; write timeout_ms');
}
