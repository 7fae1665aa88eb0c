import type { MessageAuthenticationKey } from '@tributary/contracts/admin/message-authentication-key';
import type { CredentialLimits } from '@tributary/contracts/admin/access';
import { optionalInteger } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('message_authentication_keys')
export class MessageAuthenticationKeyEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  user_id: string;

  @Column('bigint')
  created_by: string;

  @Column('text')
  key_id: string;

  @Column('text')
  scheme: MessageAuthenticationKey['scheme'];

  @Column('boolean')
  may_merge_accounts: boolean;

  @Column('text')
  sealed_secret: string;

  @Column('timestamptz')
  creation_ts: Date;

  @Column('timestamptz')
  expiration_ts: Date;

  @Column('jsonb', { nullable: true })
  limits: CredentialLimits | null;

  @Column(optionalInteger)
  last_used_ts?: number;
}
