import { Body, Controller, Inject, Param } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { plugins } from '@tributary/contracts/endpoints/admin/plugins.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { AddressGuard } from '@tributary/security/addresses/address-guard';
import { SETTINGS, type AdminSettings } from '../config.js';
import { PluginAccess } from '../plugins/plugin-access.js';
import { checkWorkerUrl } from './check-worker-url.js';
import { PluginWorkersRepository } from './plugin-workers.repository.js';

const { getPluginWorker, putPluginWorker, deletePluginWorker } = plugins.operations;

@Controller()
export class PluginWorkersController {
  private readonly guard: AddressGuard;
  private readonly isProduction: boolean;

  constructor(
    private readonly workers: PluginWorkersRepository,
    private readonly plugins: PluginAccess,
    @Inject(SETTINGS) { NODE_ENV, PLUGIN_ALLOWED_HOSTS }: Pick<AdminSettings, 'NODE_ENV' | 'PLUGIN_ALLOWED_HOSTS'>,
  ) {
    this.isProduction = NODE_ENV === 'production';
    this.guard = new AddressGuard({ isStrict: this.isProduction, allowed: PLUGIN_ALLOWED_HOSTS });
  }

  @Serves(getPluginWorker)
  async get(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) id: string,
  ) {
    await this.plugins.version(caller, { plugin_id, id }, 'ORGANISATION_ADMIN');
    return ok(await this.workers.get(id));
  }

  @Serves(putPluginWorker)
  async replace(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) id: string,
    @Body() body: unknown,
  ) {
    await this.plugins.version(caller, { plugin_id, id }, 'ORGANISATION_ADMIN');
    const input = parseOrThrow(bodyOf(putPluginWorker), body);
    checkWorkerUrl(input.url, this.guard, this.isProduction);
    return ok(await this.workers.replace(id, input));
  }

  @Serves(deletePluginWorker)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('plugin_id', resourceId) plugin_id: string,
    @Param('version_id', resourceId) id: string,
  ) {
    await this.plugins.version(caller, { plugin_id, id }, 'ORGANISATION_ADMIN');
    await this.workers.delete(id);
    return deleted;
  }
}
