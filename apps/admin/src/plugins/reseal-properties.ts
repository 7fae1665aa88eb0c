import type { SecretsKeyring } from '@tributary/security/secrets-keyring';
import type { EntityManager } from 'typeorm';
import { analyzerSecretContext, versionSecretContext, type StoredProperty } from './stored-property.js';

/** Secrets of one chunk of rows. */
export interface ResealedChunk {
  resealed: number;
  /** Secrets whose key is no longer configured, or that were altered; they stay unchanged. */
  unopened: number;
  /** Undefined after the last row. */
  last: string | undefined;
}

/** Number of rows that are resealed in a transaction. */
const chunkSize = 200;

/** Reseals the secret properties of the next plugin versions after an id. */
export async function resealVersions(
  manager: EntityManager,
  keyring: SecretsKeyring,
  after: string,
): Promise<ResealedChunk> {
  const versions = await manager.query<{ id: string; plugin_id: string; plugin_properties: StoredProperty[] }[]>(
    `select id::text as id, plugin_id::text as plugin_id, plugin_properties::json as plugin_properties
     from plugin_versions where id > $1 and plugin_properties like '%"sealed_value"%'
     order by plugin_versions.id limit ${chunkSize} for no key update`,
    [after],
  );
  const total: ResealedChunk = { resealed: 0, unopened: 0, last: versions.at(-1)?.id };
  for (const { id, plugin_id, plugin_properties } of versions) {
    const context = versionSecretContext(plugin_id);
    const resealed = plugin_properties.map((property) => {
      if (!('sealed_value' in property) || !keyring.isOutdated(property.sealed_value)) return property;
      const sealed_value = keyring.reseal(property.sealed_value, context);
      total[sealed_value === undefined ? 'unopened' : 'resealed'] += 1;
      return { ...property, sealed_value: sealed_value ?? property.sealed_value };
    });
    await manager.query('update plugin_versions set plugin_properties = $2 where id = $1', [
      id,
      JSON.stringify(resealed),
    ]);
  }
  return total;
}

/** Reseals the own secrets of the next analyzers after an id. */
export async function resealAnalyzers(
  manager: EntityManager,
  keyring: SecretsKeyring,
  after: string,
): Promise<ResealedChunk> {
  const outdated = await manager.query<{ analyzer_id: string; technical_name: string; sealed_value: string }[]>(
    `select analyzer_id::text as analyzer_id, technical_name, sealed_value from analyzer_properties
     where not starts_with(sealed_value, $2) and analyzer_id in (
       select distinct analyzer_id from analyzer_properties
       where analyzer_id > $1 and not starts_with(sealed_value, $2) order by analyzer_id limit ${chunkSize})
     order by analyzer_properties.analyzer_id, technical_name for update`,
    [after, `${keyring.sealingKeyId}.`],
  );
  const total: ResealedChunk = { resealed: 0, unopened: 0, last: outdated.at(-1)?.analyzer_id };
  for (const { analyzer_id, technical_name, sealed_value } of outdated) {
    const resealed = keyring.reseal(sealed_value, analyzerSecretContext(analyzer_id));
    total[resealed === undefined ? 'unopened' : 'resealed'] += 1;
    if (resealed === undefined) continue;
    await manager.query(
      'update analyzer_properties set sealed_value = $3 where analyzer_id = $1 and technical_name = $2',
      [analyzer_id, technical_name, resealed],
    );
  }
  return total;
}
