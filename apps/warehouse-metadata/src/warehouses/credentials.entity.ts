import { EngineType } from '@tributary/contracts/warehouses/warehouse';
import { safeInteger } from '@tributary/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('warehouse_credentials')
export class CredentialsEntity {
  @PrimaryColumn('bigint')
  data_warehouse_id: string;

  /** The engine that the credentials are for. They are not used for another engine. */
  @Column('text')
  engine_type: EngineType;

  /** JSON, sealed with SECRETS_KEY and bound to the warehouse. */
  @Column('text')
  sealed_document: string;

  @Column(safeInteger)
  last_modified_ts: number;
}
