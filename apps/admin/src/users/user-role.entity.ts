import type { Role } from '@tributary/contracts/admin/access';
import type { UserRoleResource } from '@tributary/contracts/admin/user-role';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('user_roles')
export class UserRoleEntity implements UserRoleResource {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  user_id: string;

  @Column('bigint')
  organisation_id: string;

  @Column('text')
  role: Role;
}
