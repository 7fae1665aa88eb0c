import { Injectable } from '@nestjs/common';
import type { AnalyzerProperty, AnalyzerPropertyInput } from '@tributary/contracts/admin/plugins/activity-analyzer';
import { hiddenValue, SecretValue } from '@tributary/contracts/admin/plugins/plugin';
import { dataFileType } from '@tributary/contracts/admin/plugins/property-value';
import { badData, constraintViolation, existing } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { readEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { lockVersions, publishWorkers } from '../plugins/lock-version.js';
import {
  analyzerSecretContext,
  isHidden,
  sealerOf,
  versionSecretContext,
  type StoredProperty,
} from '../plugins/stored-property.js';
import { effectiveProperties, type EffectiveProperty, type OwnProperty } from './effective-properties.js';
import { lockAnalyzer } from './lock-analyzer.js';
import { requireFewDataFiles } from './require-few-data-files.js';

interface AnalyzerPropertyKey {
  analyzer_id: string;
  technical_name: string;
}

interface PropertiesOfAnalyzer {
  plugin_id: string;
  of_version: StoredProperty[];
  own: OwnProperty[];
}

@Injectable()
export class AnalyzerPropertiesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
    private readonly keyring: SecretsKeyring,
  ) {}

  /** The values of secrets are hidden. */
  async list(analyzer_id: string, { first_result, max_results }: ListQuery): Promise<Page<AnalyzerProperty>> {
    const { own, of_version } = await readEntities(this.dataSource, (manager) => find(manager, analyzer_id));
    const all = effectiveProperties(of_version, own);
    return { items: all.slice(first_result, first_result + max_results).map(asShown), total: all.length };
  }

  async listWithSecrets(analyzer_id: string): Promise<AnalyzerProperty[]> {
    const { plugin_id, own, of_version } = await readEntities(this.dataSource, (manager) => find(manager, analyzer_id));
    const ofVersion = sealerOf(this.keyring, versionSecretContext(plugin_id));
    const ofAnalyzer = sealerOf(this.keyring, analyzerSecretContext(analyzer_id));
    return effectiveProperties(of_version, own).map((property) => {
      if (!('sealed_value' in property)) return property;
      const { sealed_value, ...rest } = property;
      return { ...rest, value: (rest.origin === 'INSTANCE' ? ofAnalyzer : ofVersion).open(sealed_value) };
    });
  }

  /** Gives an analyzer its own value. The hidden value of a secret, which people have read, changes nothing. */
  update(key: AnalyzerPropertyKey, input: AnalyzerPropertyInput): Promise<AnalyzerProperty> {
    return this.changes.make(async (manager, events) => {
      const { plugin_version_id } = await lockAnalyzer(manager, key.analyzer_id);
      await lockVersions(manager, [plugin_version_id]);
      const property = writableProperty((await find(manager, key.analyzer_id)).of_version, key.technical_name, input);
      if (!property.secret || !isHidden(input.value)) await this.write(manager, key, input, property.secret);
      if (property.property_type === dataFileType) {
        await requireFewDataFiles(manager, plugin_version_id, 'value.uri');
        await publishWorkers(manager, events, [plugin_version_id]);
      }
      const { of_version, own } = await find(manager, key.analyzer_id);
      const [written] = effectiveProperties(of_version, own).filter((one) => one.technical_name === key.technical_name);
      return asShown(existing(written));
    });
  }

  private async write(
    manager: EntityManager,
    { analyzer_id, technical_name }: AnalyzerPropertyKey,
    { property_type, value }: AnalyzerPropertyInput,
    secret: true | undefined,
  ): Promise<void> {
    const sealed = secret && sealerOf(this.keyring, analyzerSecretContext(analyzer_id)).seal(value);
    await manager.query(
      `insert into analyzer_properties (analyzer_id, technical_name, property_type, value, sealed_value)
       values ($1, $2, $3, $4, $5)
       on conflict (analyzer_id, technical_name) do update
       set property_type = excluded.property_type, value = excluded.value, sealed_value = excluded.sealed_value`,
      [analyzer_id, technical_name, property_type, sealed === undefined ? JSON.stringify(value) : null, sealed ?? null],
    );
  }
}

/** The property that a PUT writes. @throws BAD_REQUEST_DATA, CONSTRAINT_VIOLATION_EXCEPTION */
function writableProperty(
  properties: StoredProperty[],
  technical_name: string,
  { property_type, value }: AnalyzerPropertyInput,
): StoredProperty {
  const property = properties.find((one) => one.technical_name === technical_name);
  if (!property) throw badData('technical_name: the version of the analyzer has no such property');
  if (property.property_type !== property_type) throw badData(`property_type: must be ${property.property_type}`);
  if (!property.writable) throw constraintViolation('technical_name: the property cannot be written');
  if (property.secret && !SecretValue.safeParse(value).success)
    throw badData('value: must be an object with a text as value, because the property is secret');
  return property;
}

async function find(manager: EntityManager, analyzer_id: string): Promise<PropertiesOfAnalyzer> {
  const [found] = await manager.query<PropertiesOfAnalyzer[]>(
    `select plugin_id::text as plugin_id, coalesce(plugin_properties, '[]')::json as of_version,
       (select coalesce(json_agg(case when sealed_value is null
           then json_build_object('technical_name', technical_name, 'property_type', property_type, 'value', value::json)
           else json_build_object('technical_name', technical_name, 'property_type', property_type,
             'sealed_value', sealed_value) end), '[]')
         from analyzer_properties where analyzer_id = activity_analyzers.id) as own
     from activity_analyzers join plugin_versions on plugin_versions.id = plugin_version_id
     where activity_analyzers.id = $1`,
    [analyzer_id],
  );
  return existing(found);
}

function asShown(property: EffectiveProperty): AnalyzerProperty {
  if (!('sealed_value' in property)) return property;
  const { sealed_value: _sealed, ...rest } = property;
  return { ...rest, value: hiddenValue };
}
