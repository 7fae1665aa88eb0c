import type { Plugin, PluginType } from '@tributary/contracts/admin/plugins/plugin';
import { optional } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('plugins')
export class PluginEntity implements Plugin {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  organisation_id: string;

  @Column('text')
  plugin_type: PluginType;

  @Column('text')
  group_id: string;

  @Column('text')
  artifact_id: string;

  @Column('bigint', optional)
  current_version_id?: string;
}
