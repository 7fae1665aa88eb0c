import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type {
  NewDataWarehouseQuery,
  DataWarehousesQuery,
  DataWarehouse,
} from '@tributary/contracts/warehouses/warehouse';
import { warehouses } from '@tributary/contracts/endpoints/warehouse-metadata/warehouses.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged, type Paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok, type Deleted, type Ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { chooseOrganisation } from './choose-organisation.js';
import { WarehousesRepository } from './warehouses.repository.js';

const { listDataWarehouses, createDataWarehouse, getDataWarehouse, updateDataWarehouse, deleteDataWarehouse } =
  warehouses.operations;

@Controller()
export class WarehousesController {
  constructor(
    private readonly warehouses: WarehousesRepository,
    private readonly access: Access,
  ) {}

  @Serves(listDataWarehouses)
  async list(
    @Query(parse(listDataWarehouses.query)) { organisation_id, ...page }: DataWarehousesQuery,
  ): Promise<Paged<DataWarehouse>> {
    return paged(await this.warehouses.list(organisation_id, page), page);
  }

  @Serves(createDataWarehouse)
  async create(
    @CurrentCaller() caller: Caller,
    @Query(parse(createDataWarehouse.query)) query: NewDataWarehouseQuery,
    @Body() body: unknown,
  ): Promise<Ok<DataWarehouse>> {
    this.access.requireSomewhere(caller, 'EDITOR');
    const { organisation_id: ofBody, ...input } = parseOrThrow(bodyOf(createDataWarehouse), body);
    const organisation_id = chooseOrganisation(caller, query.organisation_id, ofBody);
    this.access.requireOrganisation(caller, organisation_id, 'EDITOR');
    return ok(await this.warehouses.insert(organisation_id, input));
  }

  @Serves(getDataWarehouse)
  async get(
    @CurrentCaller() caller: Caller,
    @Param('datawarehouse_id', resourceId) id: string,
  ): Promise<Ok<DataWarehouse>> {
    return ok(await this.warehouses.get(id, caller, 'READER'));
  }

  @Serves(updateDataWarehouse)
  async replace(
    @CurrentCaller() caller: Caller,
    @Param('datawarehouse_id', resourceId) id: string,
    // Parsed after authorization: a caller without access must get 404 or 403, not the errors of the body.
    @Body() body: unknown,
  ): Promise<Ok<DataWarehouse>> {
    const warehouse = await this.warehouses.get(id, caller, 'EDITOR');
    return ok(await this.warehouses.update(warehouse, parseOrThrow(bodyOf(updateDataWarehouse), body)));
  }

  @Serves(deleteDataWarehouse)
  async delete(@CurrentCaller() caller: Caller, @Param('datawarehouse_id', resourceId) id: string): Promise<Deleted> {
    const warehouse = await this.warehouses.get(id, caller, 'EDITOR');
    await this.warehouses.delete(warehouse.id);
    return deleted;
  }
}
