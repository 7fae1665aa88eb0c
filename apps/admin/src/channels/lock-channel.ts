import { notFound } from '@tributary/contracts/errors';
import type { EntityManager } from 'typeorm';

/**
 * Every change of what other apps know of a channel needs the lock. @throws RESOURCE_NOT_FOUND
 *
 * @returns whether they know anything of it
 */
export async function lockChannel(manager: EntityManager, row_id: string): Promise<{ hasState: boolean }> {
  const [found] = await manager.query<{ hasState: boolean }[]>(
    'select version is not null as "hasState" from channels where id = $1 for no key update',
    [row_id],
  );
  if (!found) throw notFound();
  return found;
}
