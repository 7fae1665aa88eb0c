import type { CredentialLimits } from '@tributary/contracts/admin/access';
import { optionalInteger, safeInteger } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The value itself is not stored. */
@Entity('api_tokens')
export class ApiTokenEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  user_id: string;

  @Column('bigint')
  created_by: string;

  @Column('text')
  name: string;

  @Column('text')
  token_sha256: string;

  @Column('text')
  last_characters: string;

  @Column(safeInteger)
  creation_date: number;

  @Column(safeInteger)
  expiration_date: number;

  @Column('jsonb', { nullable: true })
  limits: CredentialLimits | null;

  @Column(optionalInteger)
  last_used_ts?: number;
}
