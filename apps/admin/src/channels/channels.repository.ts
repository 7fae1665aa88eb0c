import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Channel, ChannelInput, ChannelType, ChannelUpdate } from '@tributary/contracts/admin/channel';
import { constraintViolation, existing, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { emptied } from '@tributary/database/columns';
import { readEntities, violatedConstraint } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { DatamartEntity } from '../datamarts/datamart.entity.js';
import { AccessChanges } from '../access-events/access-changes.js';
import { ChannelEntity } from './channel.entity.js';
import { lockChannel } from './lock-channel.js';

type NewChannel = Omit<ChannelEntity, 'row_id' | 'id'>;

/**
 * The server never makes an id that a client has given, in any datamart: an id of a path without datamart keeps its meaning.
 *
 * @returns the number of the row. @throws the violation of `channels_public_id` if the datamart has a channel of the given id
 */
async function insertChannel(manager: EntityManager, channel: NewChannel): Promise<string> {
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

/** A channel is only found in its datamart, and changed only under the path of its type. */
interface ChannelKey {
  datamart_id: string;
  id: string;
  type?: ChannelType;
}

/** Bytes of entropy of a channel's token. */
const tokenBytes = 16;

@Injectable()
export class ChannelsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  async list(
    owner: Partial<Pick<Channel, 'organisation_id' | 'datamart_id'>>,
    { first_result, max_results }: ListQuery,
  ): Promise<Page<Channel>> {
    const [items, total] = await readEntities(this.dataSource, (manager) =>
      manager.findAndCount(ChannelEntity, {
        where: owner,
        order: { row_id: 'ASC' },
        skip: first_result,
        take: max_results,
      }),
    );
    return { items: items.map(toChannel), total };
  }

  get(key: ChannelKey): Promise<Channel> {
    return readEntities(this.dataSource, async (manager) => toChannel(await find(manager, key)));
  }

  /** The channels of an id, one of each datamart at most. */
  named(id: string, datamart_id: string | undefined): Promise<ChannelEntity[]> {
    const where = { id, ...(datamart_id !== undefined && { datamart_id }) };
    return readEntities(this.dataSource, (manager) => manager.find(ChannelEntity, { where, order: { row_id: 'ASC' } }));
  }

  async insert(datamart_id: string, input: ChannelInput): Promise<Channel> {
    try {
      return await this.insertOnce(datamart_id, input);
    } catch (error) {
      if (violatedConstraint(error) !== 'channels_public_id') throw error;
      if (input.id !== undefined) throw constraintViolation('id: the datamart has a channel of this id already');
      // A client has given the id that the server made, between its look and its write.
      return this.insertOnce(datamart_id, input);
    }
  }

  private insertOnce(datamart_id: string, { id: given_id, ...input }: ChannelInput): Promise<Channel> {
    return this.changes.make(async (manager, events) => {
      const datamart = existing(await manager.findOneBy(DatamartEntity, { id: datamart_id }));
      const row_id = await insertChannel(manager, {
        ...input,
        given_id,
        datamart_id,
        organisation_id: datamart.organisation_id,
        token: randomBytes(tokenBytes).toString('hex'),
        creation_ts: Date.now(),
      });
      if (input.leaves_out_bots) await events.statesChanged('channel', [row_id]);
      return toChannel(await find(manager, { row_id }));
    });
  }

  update(key: ChannelKey, { type, domain, ...input }: ChannelUpdate): Promise<Channel> {
    return this.changes.make(async (manager, events) => {
      const { row_id } = await find(manager, key);
      const { hasState } = await lockChannel(manager, row_id);
      const channel = await find(manager, { row_id });
      if (type !== undefined && type !== channel.type)
        throw constraintViolation(`type: the channel is a ${channel.type}, which cannot change`);
      await manager.update(ChannelEntity, { row_id }, { ...input, domain: domain ?? emptied });
      if (input.leaves_out_bots !== channel.leaves_out_bots) await events.statesChanged('channel', [row_id]);
      // A repeated PUT changes nothing, and waits until that of the first is in effect.
      else events.replacesPublished ||= hasState;
      return toChannel(await find(manager, { row_id }));
    });
  }

  /** Also deletes its selections. */
  delete(key: Required<ChannelKey>): Promise<void> {
    return this.changes.make(async (_manager, events) => {
      if (!(await events.deleteChannel(key))) throw notFound();
    });
  }
}

const toChannel = ({ row_id: _row, given_id: _given, ...channel }: ChannelEntity): Channel => channel;

async function find(manager: EntityManager, key: ChannelKey | Pick<ChannelEntity, 'row_id'>): Promise<ChannelEntity> {
  return existing(await manager.findOneBy(ChannelEntity, key));
}
