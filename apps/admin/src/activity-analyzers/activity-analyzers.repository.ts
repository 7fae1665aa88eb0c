import { Injectable } from '@nestjs/common';
import type {
  ActivityAnalyzer,
  ActivityAnalyzerInput,
  ActivityAnalyzerListQuery,
  ActivityAnalyzerUpdate,
} from '@tributary/contracts/admin/plugins/activity-analyzer';
import { constraintViolation, existing } from '@tributary/contracts/errors';
import { readEntities, violatedConstraint } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { lockVersions, publishVersion, publishWorkers } from '../plugins/lock-version.js';
import { checkDerivedFields } from './check-derived-fields.js';
import { findUsableVersion } from './find-usable-version.js';
import { lockAnalyzer } from './lock-analyzer.js';
import { requireFewDataFiles } from './require-few-data-files.js';

const analyzers = `
  select activity_analyzers.id::text as id, activity_analyzers.organisation_id::text as organisation_id, name,
    plugin_versions.id::text as version_id, plugin_versions.version_id as version_value, group_id, artifact_id,
    plugins.id::text as visit_analyzer_plugin_id, error_recovery_strategy
  from activity_analyzers
    join plugin_versions on plugin_versions.id = plugin_version_id
    join plugins on plugins.id = plugin_id`;

@Injectable()
export class ActivityAnalyzersRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  list({ organisation_id, first_result, max_results }: ActivityAnalyzerListQuery): Promise<Page<ActivityAnalyzer>> {
    return readEntities(this.dataSource, async (manager) => {
      const where = 'where activity_analyzers.organisation_id = $1 order by activity_analyzers.id offset $2 limit $3';
      const items = await manager.query<ActivityAnalyzer[]>(`${analyzers} ${where}`, [
        organisation_id,
        first_result,
        max_results,
      ]);
      const [counted] = await manager.query<{ total: number }[]>(
        'select count(*)::int as total from activity_analyzers where organisation_id = $1',
        [organisation_id],
      );
      return { items, total: counted?.total ?? 0 };
    });
  }

  get(id: string): Promise<ActivityAnalyzer> {
    return readEntities(this.dataSource, (manager) => get(manager, id));
  }

  insert(organisation_id: string, input: ActivityAnalyzerInput): Promise<ActivityAnalyzer> {
    const { name, version_id, error_recovery_strategy } = input;
    return this.changes.make(async (manager, events) => {
      await lockVersions(manager, [version_id]);
      checkDerivedFields(input, await findUsableVersion(manager, { organisation_id, id: version_id }));
      const [inserted] = await manager.query<{ id: string }[]>(
        `insert into activity_analyzers (organisation_id, name, plugin_version_id, error_recovery_strategy)
         values ($1, $2, $3, $4) returning id`,
        [organisation_id, name, version_id, error_recovery_strategy],
      );
      const id = inserted?.id ?? '';
      await requireFewDataFiles(manager, version_id, 'version_id');
      await publishVersion(manager, events, version_id);
      await events.statesChanged('activity_analyzer', [id]);
      await publishWorkers(manager, events, [version_id]);
      return get(manager, id);
    });
  }

  /** Its version may become another one. Its properties and files stay, but its secrets are for one plugin only. */
  update(id: string, input: ActivityAnalyzerUpdate): Promise<ActivityAnalyzer> {
    const { name, version_id, error_recovery_strategy } = input;
    return this.changes.make(async (manager, events) => {
      const { organisation_id, plugin_version_id: current } = await lockAnalyzer(manager, id);
      await lockVersions(manager, [current, version_id]);
      await findUsableVersion(manager, { organisation_id, id: version_id, current });
      await manager.query(
        'update activity_analyzers set name = $2, plugin_version_id = $3, error_recovery_strategy = $4 where id = $1',
        [id, name, version_id, error_recovery_strategy],
      );
      await publishVersion(manager, events, version_id);
      await events.statesChanged('activity_analyzer', [id]);
      if (current !== version_id) {
        await deleteSecretsOfOtherPlugin(manager, id, current);
        await requireFewDataFiles(manager, version_id, 'version_id');
        await publishWorkers(manager, events, [current, version_id]);
      }
      return get(manager, id);
    });
  }

  async delete(id: string): Promise<void> {
    try {
      await this.changes.make(async (manager, events) => {
        const { plugin_version_id } = await lockAnalyzer(manager, id);
        await lockVersions(manager, [plugin_version_id]);
        await events.deleteAnalyzer(id);
        await publishWorkers(manager, events, [plugin_version_id]);
      });
    } catch (error) {
      if (violatedConstraint(error) !== 'analyzer_selections_analyzer') throw error;
      throw constraintViolation('the analyzer is selected by a channel');
    }
  }
}

/** The worker of another plugin, which may have properties of the same names, must not read what was given to the first. */
async function deleteSecretsOfOtherPlugin(manager: EntityManager, id: string, former_version: string): Promise<void> {
  await manager.query(
    `delete from analyzer_properties
     where analyzer_id = $1 and sealed_value is not null
       and (select plugin_id from plugin_versions where id = $2) <> (
         select plugin_id from activity_analyzers join plugin_versions on plugin_versions.id = plugin_version_id
         where activity_analyzers.id = $1)`,
    [id, former_version],
  );
}

async function get(manager: EntityManager, id: string): Promise<ActivityAnalyzer> {
  const [analyzer] = await manager.query<ActivityAnalyzer[]>(`${analyzers} where activity_analyzers.id = $1`, [id]);
  return existing(analyzer);
}
