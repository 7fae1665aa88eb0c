import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { ChannelInput, ChannelListQuery } from '@tributary/contracts/admin/channel';
import { ListQuery } from '@tributary/contracts/list-query';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { channelId } from './channel-id.js';
import { ChannelsRepository } from './channels.repository.js';

@Controller('v1')
export class ChannelsController {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly access: Access,
  ) {}

  @Get('channels')
  async listOfOrganisation(
    @CurrentCaller() caller: Caller,
    @Query(parse(ChannelListQuery)) { organisation_id, datamart_id, ...page }: ChannelListQuery,
  ) {
    this.access.requireOrganisation(caller, organisation_id, 'READER');
    if (datamart_id !== undefined) this.access.requireDatamart(caller, datamart_id, 'READER');
    return paged(await this.channels.list({ organisation_id, ...(datamart_id && { datamart_id }) }, page), page);
  }

  @Get('datamarts/:datamart_id/channels')
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(ListQuery)) page: ListQuery,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'READER');
    return paged(await this.channels.list({ datamart_id }, page), page);
  }

  @Post('datamarts/:datamart_id/channels')
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body() body: unknown,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'EDITOR');
    return ok(await this.channels.insert(datamart_id, parseOrThrow(ChannelInput, body)));
  }

  @Get('datamarts/:datamart_id/channels/:channel_id')
  async get(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('channel_id', channelId) id: string,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'READER');
    return ok(await this.channels.get({ datamart_id, id }));
  }
}
