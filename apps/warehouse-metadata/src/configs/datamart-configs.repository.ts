import { Injectable } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import type { DatamartConfig } from '@tributary/contracts/warehouses/warehouse';
import { getEntity, violatedConstraint, writeEntities } from '@tributary/database/entities';
import { DataSource } from 'typeorm';
import { DatamartConfigEntity } from './datamart-config.entity.js';

/** The unique key of a config. */
type ConfigKey = Pick<DatamartConfig, 'datamart_id' | 'data_warehouse_id'>;

@Injectable()
export class DatamartConfigsRepository {
  constructor(private readonly dataSource: DataSource) {}

  get(key: ConfigKey): Promise<DatamartConfig> {
    return getEntity(this.dataSource, DatamartConfigEntity, key);
  }

  async upsert(key: ConfigKey, working_schema_name: string | undefined, now: number): Promise<DatamartConfig> {
    const schema = working_schema_name ?? (() => 'null');
    await writeEntities(this.dataSource, (manager) =>
      manager
        .createQueryBuilder()
        .insert()
        .into(DatamartConfigEntity)
        .values({ ...key, working_schema_name: schema, created_ts: now, last_modified_ts: now })
        .orUpdate(['working_schema_name', 'last_modified_ts'], ['datamart_id', 'data_warehouse_id'])
        .execute(),
    ).catch((error: unknown) => {
      // The warehouse was deleted after the lookup.
      throw violatedConstraint(error)?.endsWith('_fkey') ? notFound() : error;
    });
    return this.get(key);
  }

  async delete(key: ConfigKey): Promise<void> {
    const { affected } = await writeEntities(this.dataSource, (manager) => manager.delete(DatamartConfigEntity, key));
    if (affected === 0) throw notFound();
  }
}
