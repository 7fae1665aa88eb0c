import { safeInteger } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('dashboard_contents')
export class DashboardContentEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  organisation_id: string;

  @Column('bigint')
  dashboard_id: string;

  /** The JSON text as the client sent it. */
  @Column('text')
  content: string;

  @Column(safeInteger)
  created_ts: number;

  @Column('bigint')
  created_by: string;
}
