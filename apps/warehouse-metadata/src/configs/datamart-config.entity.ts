import type { DatamartConfig } from '@tributary/contracts/warehouses/warehouse';
import { optional, safeInteger } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('datamart_configs')
export class DatamartConfigEntity implements DatamartConfig {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  datamart_id: string;

  @Column('bigint')
  data_warehouse_id: string;

  @Column(safeInteger)
  created_ts: number;

  @Column(safeInteger)
  last_modified_ts: number;

  @Column('text', optional)
  working_schema_name?: string;
}
