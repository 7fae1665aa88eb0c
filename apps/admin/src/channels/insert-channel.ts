import type { ChannelEntity } from './channel.entity.js';
import type { EntityManager } from 'typeorm';

type NewChannel = Omit<ChannelEntity, 'row_id' | 'id'>;

/**
 * The server never makes an id that a client has given, in any datamart: an id of a path without datamart keeps its meaning.
 *
 * @returns the number of the row. @throws the violation of `channels_public_id` if the datamart has a channel of the given id
 */
export async function insertChannel(manager: EntityManager, channel: NewChannel): Promise<string> {
  const columns = Object.entries(channel).filter(([, value]) => value !== undefined);
  const [inserted] = await manager.query<{ id: string }[]>(
    `with recursive drawn (id) as (
       select nextval(pg_get_serial_sequence('channels', 'id'))
       union all
       select nextval(pg_get_serial_sequence('channels', 'id')) from drawn
       where exists (select from channels where given_id = drawn.id::text))
     insert into channels (id, ${columns.map(([name]) => name).join(', ')}) overriding system value
     select max(drawn.id), ${columns.map((_column, index) => `$${index + 1}`).join(', ')} from drawn
     returning id::text as id`,
    columns.map(([, value]) => value),
  );
  return inserted?.id ?? '';
}
