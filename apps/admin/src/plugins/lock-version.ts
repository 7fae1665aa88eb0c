import { notFound } from '@tributary/contracts/errors';
import { isId } from '@tributary/contracts/values/integer-id';
import type { EntityManager } from 'typeorm';
import type { AccessEvents } from '../access-events/access-events.js';

/**
 * Locks plugin versions, in the order of their ids. Every change of what is published about a version needs the lock: its
 * limits, worker and analyzers. A transaction that locks an analyzer, too, locks it before its version.
 *
 * @returns how many of them exist
 */
export async function lockVersions(manager: EntityManager, ids: string[]): Promise<number> {
  const locked = await manager.query<object[]>(
    'select from plugin_versions where id = any($1::bigint[]) order by id for no key update',
    [ids.filter(isId)],
  );
  return locked.length;
}

/** @throws RESOURCE_NOT_FOUND */
export async function lockVersion(manager: EntityManager, id: string): Promise<void> {
  if ((await lockVersions(manager, [id])) === 0) throw notFound();
}

/** Publishes a version of which nothing was published before. */
export async function publishVersion(manager: EntityManager, events: AccessEvents, id: string): Promise<void> {
  const unpublished = await manager.query<object[]>('select from plugin_versions where id = $1 and version is null', [
    id,
  ]);
  if (unpublished.length > 0) await events.statesChanged('plugin_version', [id]);
}

/** Publishes the worker of locked versions, if they have one: it depends on their analyzers. */
export async function publishWorkers(manager: EntityManager, events: AccessEvents, versions: string[]): Promise<void> {
  const workers = await manager.query<{ id: string }[]>(
    'select id from plugin_workers where plugin_version_id = any($1::bigint[]) order by id',
    [versions],
  );
  if (workers.length > 0)
    await events.credentialsChanged(
      'plugin_worker',
      workers.map(({ id }) => id),
    );
}
