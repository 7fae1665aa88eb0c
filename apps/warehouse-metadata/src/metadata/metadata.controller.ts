import { Body, Controller, Param, Query, Res } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { badData } from '@tributary/contracts/errors';
import type { DataWarehouse } from '@tributary/contracts/warehouses/warehouse';
import type { DisappearedQuery, FetchMetadataQuery } from '@tributary/contracts/warehouses/warehouse-metadata';
import { warehouses } from '@tributary/contracts/endpoints/warehouse-metadata/warehouses.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { parse, parseOrThrow } from '@tributary/http/parse';
import type { FastifyReply } from 'fastify';
import { CredentialsRepository } from '../credentials/credentials.repository.js';
import { RefreshStatesRepository } from '../refreshing/refresh-states.repository.js';
import { Refresher } from '../refreshing/refresher.js';
import { infosOfScan } from '../tree/infos-of-scan.js';
import { WarehousesRepository } from '../warehouses/warehouses.repository.js';
import { MetadataRepository } from './metadata.repository.js';
import { Readable } from 'node:stream';

const { getDataWarehouseMetadata, refreshDataWarehouseMetadata } = warehouses.operations;

/** A waiting client gets its response within 30 s, before the gateway times out. */
const timeoutMs = 26_000;

@Controller()
export class MetadataController {
  constructor(
    private readonly warehouses: WarehousesRepository,
    private readonly credentials: CredentialsRepository,
    private readonly metadata: MetadataRepository,
    private readonly refresher: Refresher,
    private readonly states: RefreshStatesRepository,
  ) {}

  @Serves(getDataWarehouseMetadata)
  async get(
    @CurrentCaller() caller: Caller,
    @Param('datawarehouse_id', resourceId) id: string,
    @Query(parse(getDataWarehouseMetadata.query)) { include_disappeared }: DisappearedQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const warehouse = await this.warehouses.get(id, caller, 'READER');
    await this.sendStored(reply, warehouse, include_disappeared);
  }

  @Serves(refreshDataWarehouseMetadata)
  async refresh(
    @CurrentCaller() caller: Caller,
    @Param('datawarehouse_id', resourceId) id: string,
    @Query(parse(refreshDataWarehouseMetadata.query)) { async: isAsync }: FetchMetadataQuery,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const warehouse = await this.warehouses.get(id, caller, 'EDITOR');
    const { fetch_only } = parseOrThrow(bodyOf(refreshDataWarehouseMetadata), body);
    if (fetch_only) return this.sendFetched(reply, warehouse, isAsync);
    if (isAsync) await this.request(warehouse);
    else await this.refresher.refresh(warehouse, timeoutMs);
    await this.sendStored(reply, warehouse, false);
  }

  private async request(warehouse: DataWarehouse): Promise<void> {
    // Rejected now, because the refresh would fail without credentials.
    await this.credentials.open(warehouse);
    await this.states.request(warehouse.id);
  }

  private async sendFetched(reply: FastifyReply, warehouse: DataWarehouse, isAsync: boolean): Promise<void> {
    if (isAsync) throw badData('async: must not be true with fetch_only, which returns its result in the response');
    const scan = await this.refresher.read(warehouse, timeoutMs);
    await sendPieces(reply, infosOfScan(warehouse, scan, Date.now()));
  }

  private async sendStored(reply: FastifyReply, { id, name }: DataWarehouse, includeDisappeared: boolean) {
    const refresh = await this.states.find(id);
    const head = { id, name, ...(refresh && { refresh }) };
    await sendPieces(reply, this.metadata.infos(head, includeDisappeared));
  }
}

/** Characters to buffer before sending. A failure within them can still become an error response. */
const bufferedLength = 256 * 1024;

/** Streams JSON as a response while it is generated. A short response is sent as a whole. */
async function sendPieces(reply: FastifyReply, pieces: AsyncGenerator<string>): Promise<void> {
  let start = '';
  let isDone = false;
  while (!isDone && start.length < bufferedLength) {
    const { value, done } = (await pieces.next()) as IteratorResult<string, undefined>;
    start += value ?? '';
    isDone = done ?? false;
  }
  void reply.type('application/json').send(isDone ? start : Readable.from(whole(start, pieces), { objectMode: false }));
}

async function* whole(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}
