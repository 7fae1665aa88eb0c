import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/access';
import { badData } from '@tributary/contracts/errors';
import type { DataWarehouse } from '@tributary/contracts/warehouse';
import { DisappearedQuery, FetchMetadataQuery, FetchMetadataRequest } from '@tributary/contracts/warehouse-metadata';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { parse, parseOrThrow } from '@tributary/http/parse';
import type { FastifyReply } from 'fastify';
import { CredentialsRepository } from '../credentials/credentials.repository.js';
import { WarehousesRepository } from '../warehouses/warehouses.repository.js';
import { infosOfScan } from './infos-of-scan.js';
import { MetadataRepository } from './metadata.repository.js';
import { Refresher } from './refresher.js';
import { RefreshStatesRepository } from './refresh-states.repository.js';
import { sendPieces } from './send-pieces.js';

/** A client that waits is answered within 30 s, also behind a gateway that gives up then. */
const timeoutMs = 26_000;

@Controller('v1/datawarehouses/:datawarehouse_id/metadata')
export class MetadataController {
  constructor(
    private readonly warehouses: WarehousesRepository,
    private readonly credentials: CredentialsRepository,
    private readonly metadata: MetadataRepository,
    private readonly refresher: Refresher,
    private readonly states: RefreshStatesRepository,
  ) {}

  @Get()
  async get(
    @CurrentCaller() caller: Caller,
    @Param('datawarehouse_id', resourceId) id: string,
    @Query(parse(DisappearedQuery)) { include_disappeared }: DisappearedQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const warehouse = await this.warehouses.get(id, caller, 'READER');
    await this.sendStored(reply, warehouse, include_disappeared);
  }

  @Post()
  @HttpCode(200)
  async refresh(
    @CurrentCaller() caller: Caller,
    @Param('datawarehouse_id', resourceId) id: string,
    @Query(parse(FetchMetadataQuery)) { async: isAsync }: FetchMetadataQuery,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const warehouse = await this.warehouses.get(id, caller, 'EDITOR');
    const { fetch_only } = parseOrThrow(FetchMetadataRequest, body);
    if (fetch_only) return this.sendFetched(reply, warehouse, isAsync);
    if (isAsync) await this.request(warehouse);
    else await this.refresher.refresh(warehouse, timeoutMs);
    await this.sendStored(reply, warehouse, false);
  }

  private async request(warehouse: DataWarehouse): Promise<void> {
    // What can only fail is refused at once.
    await this.credentials.open(warehouse);
    await this.states.request(warehouse.id);
  }

  private async sendFetched(reply: FastifyReply, warehouse: DataWarehouse, isAsync: boolean): Promise<void> {
    if (isAsync) throw badData('async: what is not stored can only be waited for');
    const scan = await this.refresher.read(warehouse, timeoutMs);
    await sendPieces(reply, infosOfScan(warehouse, scan, Date.now()));
  }

  private async sendStored(reply: FastifyReply, { id, name }: DataWarehouse, includeDisappeared: boolean) {
    const refresh = await this.states.find(id);
    const head = { id, name, ...(refresh && { refresh }) };
    await sendPieces(reply, this.metadata.infos(head, includeDisappeared));
  }
}
