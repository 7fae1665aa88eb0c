import { Body, Controller, Param } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { badData } from '@tributary/contracts/errors';
import type { CredentialsState, CredentialsTest, DataWarehouse } from '@tributary/contracts/warehouses/warehouse';
import { credentialsOf, type WarehouseCredentials } from '@tributary/contracts/warehouses/warehouse-credentials';
import { warehouses } from '@tributary/contracts/endpoints/warehouse-metadata/warehouses.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { parseOrThrow } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import { AddressGuard } from '@tributary/security/addresses/address-guard';
import { Engines } from '../engines/engine.js';
import { orAborted } from '../engines/or-aborted.js';
import { WarehousesRepository } from '../warehouses/warehouses.repository.js';
import { CredentialsRepository } from './credentials.repository.js';

/** Less than the wait of a client, with the turn of its organisation. */
const testTimeoutMs = 20_000;

const { getDataWarehouseCredentials, putDataWarehouseCredentials, testDataWarehouseCredentials } =
  warehouses.operations;

/** Credentials are write-only: a reader sees only whether they exist, and since when. */
@Controller()
export class CredentialsController {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly warehouses: WarehousesRepository,
    private readonly guard: AddressGuard,
    private readonly engines: Engines,
  ) {}

  @Serves(getDataWarehouseCredentials)
  async state(
    @CurrentCaller() caller: Caller,
    @Param('datawarehouse_id', resourceId) id: string,
  ): Promise<Ok<CredentialsState>> {
    return ok(await this.credentials.state(await this.warehouses.get(id, caller, 'READER')));
  }

  @Serves(putDataWarehouseCredentials)
  async replace(
    @CurrentCaller() caller: Caller,
    @Param('datawarehouse_id', resourceId) id: string,
    @Body() body: unknown,
  ): Promise<Ok<CredentialsState>> {
    const warehouse = await this.warehouses.get(id, caller, 'EDITOR');
    const document = this.parseDocument(warehouse, body);
    return ok(await this.credentials.replace(warehouse, document, Date.now()));
  }

  /** Signs in to the engine, in a process of its own as a refresh does, and stores nothing. */
  @Serves(testDataWarehouseCredentials)
  async test(
    @CurrentCaller() caller: Caller,
    @Param('datawarehouse_id', resourceId) id: string,
    @Body() body: unknown,
  ): Promise<Ok<CredentialsTest>> {
    const warehouse = await this.warehouses.get(id, caller, 'EDITOR');
    const document = this.parseDocument(warehouse, body);
    const signal = AbortSignal.timeout(testTimeoutMs);
    const engine = this.engines.of(warehouse.engine_type, warehouse.organisation_id);
    await orAborted(signal, engine.connect(document, signal));
    return ok({ accepted: true });
  }

  private parseDocument({ engine_type }: DataWarehouse, body: unknown): WarehouseCredentials {
    const document = parseOrThrow(credentialsOf[engine_type], body);
    if ('host' in document && this.guard.refusesLiteral(document.host))
      throw badData('host: is in a private network, and this installation does not connect to private networks');
    return document;
  }
}
