import { Body, Controller, Param } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { constraintViolation } from '@tributary/contracts/errors';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import type { DatamartConfig } from '@tributary/contracts/warehouses/warehouse';
import { warehouses } from '@tributary/contracts/endpoints/warehouse-metadata/warehouses.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok, type Deleted, type Ok } from '@tributary/http/responses';
import { WarehousesRepository } from '../warehouses/warehouses.repository.js';
import { DatamartConfigsRepository } from './datamart-configs.repository.js';

const { getDataWarehouseDatamartConfig, putDataWarehouseDatamartConfig, deleteDataWarehouseDatamartConfig } =
  warehouses.operations;

/** A caller may link a datamart and a warehouse that it can use, also across organisations. The gateway checks the datamart. */
@Controller()
export class DatamartConfigsController {
  constructor(
    private readonly configs: DatamartConfigsRepository,
    private readonly warehouses: WarehousesRepository,
  ) {}

  @Serves(getDataWarehouseDatamartConfig)
  async get(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('datawarehouse_id', resourceId) data_warehouse_id: string,
  ): Promise<Ok<DatamartConfig>> {
    await this.warehouses.get(data_warehouse_id, caller, 'READER');
    return ok(await this.configs.get({ datamart_id, data_warehouse_id }));
  }

  @Serves(putDataWarehouseDatamartConfig)
  async upsert(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('datawarehouse_id', resourceId) data_warehouse_id: string,
    @Body() body: unknown,
  ): Promise<Ok<DatamartConfig>> {
    await this.warehouses.get(data_warehouse_id, caller, 'EDITOR');
    const { working_schema_name, ...ids } = parseOrThrow(bodyOf(putDataWarehouseDatamartConfig), body);
    const key = { datamart_id, data_warehouse_id };
    for (const [name, ofPath] of Object.entries(key))
      if ((ids[name as keyof typeof key] ?? ofPath) !== ofPath)
        throw constraintViolation(`${name}: differs from the path, which has ${ofPath}`);
    return ok(await this.configs.upsert(key, working_schema_name, Date.now()));
  }

  @Serves(deleteDataWarehouseDatamartConfig)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('datawarehouse_id', resourceId) data_warehouse_id: string,
  ): Promise<Deleted> {
    await this.warehouses.get(data_warehouse_id, caller, 'EDITOR');
    await this.configs.delete({ datamart_id, data_warehouse_id });
    return deleted;
  }
}
