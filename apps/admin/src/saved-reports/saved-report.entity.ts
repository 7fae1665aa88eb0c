import type { SavedReport } from '@tributary/contracts/saved-reports/saved-report';
import { json, safeInteger } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('saved_reports')
export class SavedReportEntity implements SavedReport {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  datamart_id: string;

  /** Not read with the others: an answer does not show it. */
  @Column({ type: 'bigint', select: false })
  user_id: string;

  @Column('text')
  name: string;

  @Column(json)
  report: SavedReport['report'];

  @Column(json)
  display: SavedReport['display'];

  @Column(safeInteger)
  creation_ts: number;

  @Column(safeInteger)
  last_modified_ts: number;
}
