import { Controller, Param, Query, type PipeTransform } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { notFound } from '@tributary/contracts/errors';
import type { DatabasesQuery, ColumnContext, Database } from '@tributary/contracts/warehouses/warehouse-metadata';
import { warehouses } from '@tributary/contracts/endpoints/warehouse-metadata/warehouses.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged, type Paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import { z } from 'zod';
import { WarehousesRepository } from '../warehouses/warehouses.repository.js';
import { MetadataRepository } from './metadata.repository.js';

const { getDataWarehouseColumn, listDataWarehouseDatabases } = warehouses.operations;

/** Element ids are UUIDs. Any other id is answered with 404. */
const elementId: PipeTransform<string, string> = {
  transform: (id) => {
    if (!z.guid().safeParse(id).success) throw notFound();
    return id;
  },
};

/** Single elements of the tree. */
@Controller()
export class ElementsController {
  constructor(
    private readonly warehouses: WarehousesRepository,
    private readonly metadata: MetadataRepository,
  ) {}

  @Serves(getDataWarehouseColumn)
  async column(
    @CurrentCaller() caller: Caller,
    @Param('datawarehouse_id', resourceId) id: string,
    @Param('column_id', elementId) column_id: string,
  ): Promise<Ok<ColumnContext>> {
    const warehouse = await this.warehouses.get(id, caller, 'READER');
    return ok(await this.metadata.column(warehouse, column_id));
  }

  @Serves(listDataWarehouseDatabases)
  async databases(
    @CurrentCaller() caller: Caller,
    @Param('datawarehouse_id', resourceId) id: string,
    @Query(parse(listDataWarehouseDatabases.query)) { include_disappeared, ...page }: DatabasesQuery,
  ): Promise<Paged<Omit<Database, 'schemas'>>> {
    const warehouse = await this.warehouses.get(id, caller, 'READER');
    return paged(await this.metadata.databases(warehouse, include_disappeared, page), page);
  }
}
