import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ChannelListQuery } from '@tributary/contracts/admin/channel';
import type { ListQuery } from '@tributary/contracts/list-query';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { channels } from '@tributary/contracts/endpoints/admin/channels.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { channelId } from './channel-id.js';
import { ChannelsRepository } from './channels.repository.js';

const { listChannelsOfOrganisation, listChannels, createChannel, getChannel } = channels.operations;

@Controller()
export class ChannelsController {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly access: Access,
  ) {}

  @Serves(listChannelsOfOrganisation)
  async listOfOrganisation(
    @CurrentCaller() caller: Caller,
    @Query(parse(listChannelsOfOrganisation.query)) { organisation_id, datamart_id, ...page }: ChannelListQuery,
  ) {
    this.access.requireOrganisation(caller, organisation_id, 'READER');
    if (datamart_id !== undefined) this.access.requireDatamart(caller, datamart_id, 'READER');
    return paged(await this.channels.list({ organisation_id, ...(datamart_id && { datamart_id }) }, page), page);
  }

  @Serves(listChannels)
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(listChannels.query)) page: ListQuery,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'READER');
    return paged(await this.channels.list({ datamart_id }, page), page);
  }

  @Serves(createChannel)
  async create(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body() body: unknown,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'EDITOR');
    return ok(await this.channels.insert(datamart_id, parseOrThrow(bodyOf(createChannel), body)));
  }

  @Serves(getChannel)
  async get(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('channel_id', channelId) id: string,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'READER');
    return ok(await this.channels.get({ datamart_id, id }));
  }
}
