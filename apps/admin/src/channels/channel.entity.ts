import type { Channel, ChannelType } from '@tributary/contracts/admin/channel';
import { optional, safeInteger } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('channels')
export class ChannelEntity implements Channel {
  /** The number of the row, to which selections and the published state refer. */
  @PrimaryGeneratedColumn('identity', { name: 'id', type: 'bigint', generatedIdentity: 'ALWAYS' })
  row_id: string;

  /** The id that a client has given; else the server has made it, and it is the number of the row. */
  @Column('text', optional)
  given_id?: string;

  /** The id that clients see: one of its datamart. */
  @Column({ type: 'text', name: 'public_id', insert: false, update: false })
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
