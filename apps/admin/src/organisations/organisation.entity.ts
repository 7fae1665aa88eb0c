import type { Organisation } from '@tributary/contracts/admin/organisation';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('organisations')
export class OrganisationEntity implements Organisation {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  technical_name: string;

  @Column('bigint')
  community_id: string;
}
