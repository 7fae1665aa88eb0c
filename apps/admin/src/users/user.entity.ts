import type { User, UserType } from '@tributary/contracts/admin/user';
import { optional } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('users')
export class UserEntity implements User {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  type: UserType;

  @Column('text', optional)
  first_name?: string;

  @Column('text', optional)
  last_name?: string;

  @Column('text', optional)
  email?: string;

  @Column('text', optional)
  display_name?: string;

  @Column('bigint')
  organisation_id: string;
}
