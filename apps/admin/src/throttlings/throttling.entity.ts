import type { Throttling, ThrottlingScope } from '@tributary/contracts/admin/plugins/throttling';
import { optional } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('throttlings')
export class ThrottlingEntity implements Throttling {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  plugin_version_id: string;

  @Column('text')
  scope: ThrottlingScope;

  @Column('text')
  plugin_endpoint: string;

  @Column('text', optional)
  throttling_key?: string;

  @Column('integer', optional)
  max_concurrency?: number;

  @Column({ type: 'double precision', ...optional })
  max_qps?: number;

  @Column('integer', optional)
  timeout_ms?: number;
}
