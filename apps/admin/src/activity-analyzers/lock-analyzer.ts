import { existing } from '@tributary/contracts/errors';
import type { EntityManager } from 'typeorm';

interface LockedAnalyzer {
  organisation_id: string;
  plugin_version_id: string;
}

/** Locks an analyzer. Its version is locked after it. @throws RESOURCE_NOT_FOUND */
export async function lockAnalyzer(manager: EntityManager, id: string): Promise<LockedAnalyzer> {
  const [analyzer] = await manager.query<LockedAnalyzer[]>(
    `select organisation_id::text as organisation_id, plugin_version_id::text as plugin_version_id
     from activity_analyzers where id = $1 for no key update`,
    [id],
  );
  return existing(analyzer);
}
