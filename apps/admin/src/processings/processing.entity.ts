import type { LegalBasis, Processing } from '@tributary/contracts/admin/processing';
import { optional, safeInteger } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('processings')
export class ProcessingEntity implements Processing {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  community_id: string;

  @Column('text')
  name: string;

  @Column('text', optional)
  purpose?: string;

  @Column('text')
  legal_basis: LegalBasis;

  @Column('text', optional)
  technical_name?: string;

  @Column('boolean')
  archived: boolean;

  @Column(safeInteger)
  creation_ts: number;
}
