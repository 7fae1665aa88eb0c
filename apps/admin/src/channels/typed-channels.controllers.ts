import { Body, Controller, Param, type Type } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ChannelType } from '@tributary/contracts/admin/channel';
import { changesOfChannels } from '@tributary/contracts/endpoints/admin/channels.operations';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { channelId } from './channel-id.js';
import { ChannelsRepository } from './channels.repository.js';

/** Channels are changed under a path of their type. Under the path of another type they are not found. */
export const typedChannelsControllers = [
  controllerOf('SITE', 'site_id'),
  controllerOf('MOBILE_APPLICATION', 'mobile_application_id'),
  controllerOf('CTV', 'ctv_id'),
];

function controllerOf(type: ChannelType, idName: string): Type {
  const { updateChannel, deleteChannel } = changesOfChannels[type];

  @Controller()
  class TypedChannelsController {
    constructor(
      private readonly channels: ChannelsRepository,
      private readonly access: Access,
    ) {}

    @Serves(updateChannel)
    async update(
      @CurrentCaller() caller: Caller,
      @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
      @Param(idName, channelId) id: string,
      @Body() body: unknown,
    ) {
      this.access.requireDatamart(caller, datamart_id, 'EDITOR');
      return ok(await this.channels.update({ datamart_id, id, type }, parseOrThrow(bodyOf(updateChannel), body)));
    }

    @Serves(deleteChannel)
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
