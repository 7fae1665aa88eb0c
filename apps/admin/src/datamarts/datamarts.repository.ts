import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { Datamart, DatamartInput } from '@tributary/contracts/admin/datamart';
import { notFound } from '@tributary/contracts/errors';
import type { TenantListQuery } from '@tributary/contracts/tenant-list-query';
import { getEntity, listEntities, readEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { readDatamarts } from '../access-events/access-state.js';
import { visibleTo } from '../organisations/visible-organisations.js';
import { DatamartEntity } from './datamart.entity.js';

@Injectable()
export class DatamartsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  list(caller: Caller, query: TenantListQuery): Promise<Page<Datamart>> {
    return listEntities(this.dataSource, DatamartEntity, { organisation_id: visibleTo(caller, query) }, query);
  }

  /** All datamarts in which the caller may act. */
  async listAll(caller: Caller): Promise<Datamart[]> {
    const all = await readEntities(this.dataSource, (manager) =>
      manager.find(DatamartEntity, { where: { organisation_id: visibleTo(caller) }, order: { id: 'ASC' } }),
    );
    const { datamart_ids } = caller;
    return datamart_ids ? all.filter(({ id }) => datamart_ids.includes(id)) : all;
  }

  get(id: string): Promise<Datamart> {
    return getEntity(this.dataSource, DatamartEntity, { id });
  }

  insert(input: DatamartInput): Promise<Datamart> {
    return this.changes.make(async (manager, events) => {
      const { id } = await manager.save(DatamartEntity, { ...input });
      await events.directoryChanged(await readDatamarts(manager, [id]));
      return manager.findOneByOrFail(DatamartEntity, { id });
    });
  }

  async update(id: string, properties: Omit<Datamart, 'id' | 'organisation_id'>): Promise<Datamart> {
    return this.changes.make(async (manager, events) => {
      const { affected } = await manager.update(DatamartEntity, { id }, properties);
      if (affected === 0) throw notFound();
      await events.directoryChanged(await readDatamarts(manager, [id]));
      return manager.findOneByOrFail(DatamartEntity, { id });
    });
  }
}
