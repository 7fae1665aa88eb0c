import { EngineType, type DataWarehouse } from '@tributary/contracts/warehouses/warehouse';
import { optional } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('data_warehouses')
export class WarehouseEntity implements DataWarehouse {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  organisation_id: string;

  @Column('text')
  name: string;

  @Column('text')
  description: string;

  @Column('text', optional)
  location?: string;

  @Column('text')
  engine_type: EngineType;
}
