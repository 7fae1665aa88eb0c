import { EngineType } from '@tributary/contracts/warehouse';
import { safeInteger } from '@tributary/database/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('warehouse_credentials')
export class CredentialsEntity {
  @PrimaryColumn('bigint')
  data_warehouse_id: string;

  /** The engine they are for: those of another one let nobody in. */
  @Column('text')
  engine_type: EngineType;

  /** JSON under SECRETS_KEY, in the context of its warehouse. */
  @Column('text')
  sealed_document: string;

  @Column(safeInteger)
  last_modified_ts: number;
}
