import { Body, Controller, Delete, Param, Put, type Type } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { ChannelUpdate, type ChannelType } from '@tributary/contracts/admin/channel';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { CurrentCaller } from '@tributary/http/current-caller';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { channelId } from './channel-id.js';
import { ChannelsRepository } from './channels.repository.js';

/** Channels are changed under a path of their type. Under the path of another type they are not found. */
export const typedChannelsControllers = [
  controllerOf('SITE', 'sites', 'site_id'),
  controllerOf('MOBILE_APPLICATION', 'mobile_applications', 'mobile_application_id'),
  controllerOf('CTV', 'ctvs', 'ctv_id'),
];

function controllerOf(type: ChannelType, path: string, idName: string): Type {
  @Controller(`v1/datamarts/:datamart_id/${path}`)
  class TypedChannelsController {
    constructor(
      private readonly channels: ChannelsRepository,
      private readonly access: Access,
    ) {}

    @Put(`:${idName}`)
    async update(
      @CurrentCaller() caller: Caller,
      @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
      @Param(idName, channelId) id: string,
      @Body() body: unknown,
    ) {
      this.access.requireDatamart(caller, datamart_id, 'EDITOR');
      return ok(await this.channels.update({ datamart_id, id, type }, parseOrThrow(ChannelUpdate, body)));
    }

    @Delete(`:${idName}`)
    async delete(
      @CurrentCaller() caller: Caller,
      @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
      @Param(idName, channelId) id: string,
    ) {
      this.access.requireDatamart(caller, datamart_id, 'EDITOR');
      await this.channels.delete({ datamart_id, id, type });
      return deleted;
    }
  }
  return TypedChannelsController;
}
