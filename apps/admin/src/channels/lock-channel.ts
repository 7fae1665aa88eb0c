import { existing, notFound } from '@tributary/contracts/errors';
import type { EntityManager } from 'typeorm';
import type { AccessChanges } from '../access-events/access-changes.js';

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
  return existing(found);
}

/** A selection is only found together with its channel, by the number of its row. */
export interface SelectionKey {
  channel_id: string;
  id: string;
}

/** Deletes what a channel has selected. @throws RESOURCE_NOT_FOUND */
export const deleteSelection = (
  changes: AccessChanges,
  table: 'analyzer_selections' | 'processing_selections',
  { channel_id, id }: SelectionKey,
): Promise<void> =>
  changes.make(async (manager, events) => {
    await lockChannel(manager, channel_id);
    const deleted = await manager.query<object[]>(
      `with deleted as (delete from ${table} where channel_id = $1 and id = $2 returning id) select from deleted`,
      [channel_id, id],
    );
    if (deleted.length === 0) throw notFound();
    await events.statesChanged('channel', [channel_id]);
  });
