import { Injectable } from '@nestjs/common';
import type { ConfigurationFile } from '@tributary/contracts/admin/plugins/activity-analyzer';
import { constraintViolation, existing, notFound } from '@tributary/contracts/errors';
import { readEntities, writeEntities } from '@tributary/database/entities';
import { DataSource, type EntityManager } from 'typeorm';
import { lockAnalyzer } from './lock-analyzer.js';

interface ConfigurationFileKey {
  analyzer_id: string;
  technical_name: string;
}

export interface StoredFile {
  content_type: string;
  content: Buffer;
}

const maxFiles = 100;

@Injectable()
export class ConfigurationFilesRepository {
  constructor(private readonly dataSource: DataSource) {}

  replace(key: ConfigurationFileKey, { content_type, content }: StoredFile): Promise<ConfigurationFile> {
    const { analyzer_id, technical_name } = key;
    return writeEntities(this.dataSource, async (manager) => {
      await lockAnalyzer(manager, analyzer_id);
      await requireRoom(manager, key);
      const [written] = await manager.query<ConfigurationFile[]>(
        `insert into configuration_files as file (analyzer_id, technical_name, content_type, content, last_modified_ts)
         values ($1, $2, $3, $4, $5)
         on conflict (analyzer_id, technical_name) do update set content_type = excluded.content_type,
           content = excluded.content, last_modified_ts = excluded.last_modified_ts
         returning technical_name, content_type, length(content) as size, last_modified_ts::float8 as last_modified_ts`,
        [analyzer_id, technical_name, content_type, content, Date.now()],
      );
      if (!written) throw new Error('the upsert returned no row');
      return written;
    });
  }

  get({ analyzer_id, technical_name }: ConfigurationFileKey): Promise<StoredFile> {
    return this.read(
      'select content_type, content from configuration_files where analyzer_id = $1 and technical_name = $2',
      [analyzer_id, technical_name],
    );
  }

  /**
   * The file of this name that counts for all analyzers of a version: the one that was written last. If several organisations
   * have analyzers of the version, files of the plugin's organisation count only: so no organisation decides how the
   * activities of another one are analyzed.
   */
  getNewest(plugin_version_id: string, technical_name: string): Promise<StoredFile> {
    return this.read(
      `with users as (
         select activity_analyzers.id as analyzer_id, activity_analyzers.organisation_id,
           activity_analyzers.organisation_id = plugins.organisation_id as is_of_plugin
         from activity_analyzers join plugin_versions on plugin_versions.id = plugin_version_id
           join plugins on plugins.id = plugin_id
         where plugin_version_id = $1)
       select content_type, content from users join configuration_files using (analyzer_id)
       where technical_name = $2 and (is_of_plugin or (select count(distinct organisation_id) from users) = 1)
       order by last_modified_ts desc, analyzer_id desc limit 1`,
      [plugin_version_id, technical_name],
    );
  }

  async delete({ analyzer_id, technical_name }: ConfigurationFileKey): Promise<void> {
    const deleted = await writeEntities(this.dataSource, (manager) =>
      manager.query<object[]>(
        `with deleted as (
           delete from configuration_files where analyzer_id = $1 and technical_name = $2 returning analyzer_id)
         select from deleted`,
        [analyzer_id, technical_name],
      ),
    );
    if (deleted.length === 0) throw notFound();
  }

  private async read(sql: string, values: string[]): Promise<StoredFile> {
    const [file] = await readEntities(this.dataSource, (manager) => manager.query<StoredFile[]>(sql, values));
    return existing(file);
  }
}

/** The lock of the analyzer keeps two requests from adding the last file. */
async function requireRoom(
  manager: EntityManager,
  { analyzer_id, technical_name }: ConfigurationFileKey,
): Promise<void> {
  const others = await manager.query<object[]>(
    'select from configuration_files where analyzer_id = $1 and technical_name <> $2',
    [analyzer_id, technical_name],
  );
  if (others.length >= maxFiles) throw constraintViolation(`an analyzer has at most ${maxFiles} configuration files`);
}
