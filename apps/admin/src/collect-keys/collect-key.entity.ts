import type { CollectKey } from '@tributary/contracts/admin/collect-key';
import { optional, optionalInteger, safeInteger } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('collect_keys')
export class CollectKeyEntity implements CollectKey {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  datamart_id: string;

  @Column('text')
  name: string;

  @Column('text')
  key: string;

  @Column('text', optional)
  channel_id?: string;

  @Column('text', { array: true })
  allowed_origins: string[];

  @Column('boolean')
  accepts_profiles: boolean;

  @Column({ type: 'double precision', ...optional })
  max_qps?: number;

  @Column(safeInteger)
  creation_ts: number;

  @Column(optionalInteger)
  last_used_ts?: number;
}
