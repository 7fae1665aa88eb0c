import type { Community } from '@tributary/contracts/admin/community';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('communities')
export class CommunityEntity implements Community {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  name: string;
}
