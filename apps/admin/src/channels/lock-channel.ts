import { notFound } from '@tributary/contracts/errors';
import type { EntityManager } from 'typeorm';

/** Every change of what a channel has selected needs the lock. @throws RESOURCE_NOT_FOUND */
export async function lockChannel(manager: EntityManager, id: string): Promise<void> {
  const found = await manager.query<object[]>('select from channels where id = $1 for no key update', [id]);
  if (found.length === 0) throw notFound();
}
