import { Injectable } from '@nestjs/common';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import { existing, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { DataWarehouse, DataWarehouseInput } from '@tributary/contracts/warehouses/warehouse';
import { listEntities, readEntities, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { Access } from '@tributary/security/access';
import { DataSource } from 'typeorm';
import { CredentialsEntity } from './credentials.entity.js';
import { WarehouseEntity } from './warehouse.entity.js';

@Injectable()
export class WarehousesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly access: Access,
  ) {}

  list(organisation_id: string, page: ListQuery): Promise<Page<DataWarehouse>> {
    return listEntities(this.dataSource, WarehouseEntity, { organisation_id }, page);
  }

  /** @throws RESOURCE_NOT_FOUND also if the caller cannot see the warehouse, AUTHORIZATION_ERROR if its role is too low */
  async get(id: string, caller: Caller, needed: Role): Promise<DataWarehouse> {
    const warehouse = existing(await this.find(id));
    this.access.requireResource(caller, warehouse, needed);
    return warehouse;
  }

  async find(id: string): Promise<DataWarehouse | undefined> {
    const found = await readEntities(this.dataSource, (manager) => manager.findOneBy(WarehouseEntity, { id }));
    return found ?? undefined;
  }

  async insert(organisation_id: string, input: DataWarehouseInput): Promise<DataWarehouse> {
    const { id } = await writeEntities(this.dataSource, (manager) =>
      manager.save(WarehouseEntity, { ...input, organisation_id }),
    );
    return { id, organisation_id, ...input };
  }

  /** Deletes the credentials if the engine changes: they are for one engine. */
  async update({ id, organisation_id, engine_type }: DataWarehouse, input: DataWarehouseInput): Promise<DataWarehouse> {
    await writeEntities(this.dataSource, async (manager) => {
      const { affected } = await manager
        .createQueryBuilder()
        .update(WarehouseEntity)
        .set({ ...input, location: input.location ?? (() => 'null') })
        .where({ id })
        .execute();
      if (affected === 0) throw notFound();
      if (input.engine_type !== engine_type) await manager.delete(CredentialsEntity, { data_warehouse_id: id });
    });
    return { id, organisation_id, ...input };
  }

  async delete(id: string): Promise<void> {
    const { affected } = await writeEntities(this.dataSource, (manager) => manager.delete(WarehouseEntity, { id }));
    if (affected === 0) throw notFound();
  }
}
