import type { Datamart } from '@tributary/contracts/admin/datamart';
import type { FlagRules } from '@tributary/contracts/people/flagged-person';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('datamarts')
export class DatamartEntity implements Datamart {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  name: string;

  @Column('bigint')
  organisation_id: string;

  @Column('text')
  time_zone: string;

  @Column('jsonb')
  junk_exceptions: string[];

  @Column('jsonb')
  flag_rules: FlagRules;
}
