import type { DashboardRegistration, DashboardScope } from '@tributary/contracts/admin/dashboard';
import { optional, safeInteger } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('dashboards')
export class DashboardEntity implements DashboardRegistration {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  title: string;

  @Column('text', { array: true })
  scopes: DashboardScope[];

  @Column('text', { array: true })
  segment_ids: string[];

  @Column('text', { array: true })
  builder_ids: string[];

  @Column('boolean')
  archived: boolean;

  @Column('bigint', optional)
  dashboard_content_id?: string;

  @Column('bigint')
  community_id: string;

  @Column('bigint')
  organisation_id: string;

  @Column(safeInteger)
  created_ts: number;

  @Column('bigint')
  created_by: string;

  @Column(safeInteger)
  last_modified_ts: number;

  @Column('bigint')
  last_modified_by: string;
}
