import type { Channel, ChannelType } from '@tributary/contracts/admin/channel';
import { optional, safeInteger } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('channels')
export class ChannelEntity implements Channel {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  datamart_id: string;

  @Column('bigint')
  organisation_id: string;

  @Column('text')
  name: string;

  @Column('text')
  type: ChannelType;

  @Column('text', optional)
  domain?: string;

  @Column('boolean')
  enable_analytics: boolean;

  @Column('boolean')
  leaves_out_bots: boolean;

  @Column('text')
  token: string;

  @Column(safeInteger)
  creation_ts: number;
}
