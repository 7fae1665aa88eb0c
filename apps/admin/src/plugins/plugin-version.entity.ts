import type { PluginVersion } from '@tributary/contracts/admin/plugins/plugin';
import { optional, optionalJson } from '@tributary/database/columns';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { StoredProperty } from './stored-property.js';

@Entity('plugin_versions')
export class PluginVersionEntity implements Omit<PluginVersion, 'plugin_properties'> {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bigint')
  plugin_id: string;

  @Column('text')
  version_id: string;

  @Column('boolean')
  archived: boolean;

  @Column({ type: 'double precision', ...optional })
  max_qps?: number;

  @Column(optionalJson)
  plugin_properties?: StoredProperty[];
}
