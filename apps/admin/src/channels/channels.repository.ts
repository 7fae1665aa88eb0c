import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Channel, ChannelInput, ChannelType, ChannelUpdate } from '@tributary/contracts/admin/channel';
import { constraintViolation, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { emptied } from '@tributary/database/columns';
import { readEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { DatamartEntity } from '../datamarts/datamart.entity.js';
import { AccessChanges } from '../access-events/access-changes.js';
import { ChannelEntity } from './channel.entity.js';
import { lockChannel } from './lock-channel.js';

/** A channel is only found in its datamart, and changed only under the path of its type. */
export interface ChannelKey {
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
        order: { id: 'ASC' },
        skip: first_result,
        take: max_results,
      }),
    );
    return { items, total };
  }

  /** @param key without a datamart for a channel that is found by its own id */
  get(key: Pick<ChannelKey, 'id'> & Partial<ChannelKey>): Promise<Channel> {
    return readEntities(this.dataSource, (manager) => find(manager, key));
  }

  insert(datamart_id: string, input: ChannelInput): Promise<Channel> {
    return this.changes.make(async (manager, events) => {
      const datamart = await manager.findOneBy(DatamartEntity, { id: datamart_id });
      if (!datamart) throw notFound();
      const { id } = await manager.save(ChannelEntity, {
        ...input,
        datamart_id,
        organisation_id: datamart.organisation_id,
        token: randomBytes(tokenBytes).toString('hex'),
        creation_ts: Date.now(),
      });
      if (input.leaves_out_bots) await events.statesChanged('channel', [id]);
      return find(manager, { datamart_id, id });
    });
  }

  update(key: ChannelKey, { type, domain, ...input }: ChannelUpdate): Promise<Channel> {
    return this.changes.make(async (manager, events) => {
      const { hasState } = await lockChannel(manager, key.id);
      const channel = await find(manager, key);
      if (type !== undefined && type !== channel.type)
        throw constraintViolation(`type: the channel is a ${channel.type}, which cannot change`);
      await manager.update(ChannelEntity, key, { ...input, domain: domain ?? emptied });
      if (input.leaves_out_bots !== channel.leaves_out_bots) await events.statesChanged('channel', [key.id]);
      // A repeated PUT changes nothing, and waits until that of the first is in effect.
      else events.replacesPublished ||= hasState;
      return find(manager, key);
    });
  }

  /** Also deletes its selections. */
  delete(key: Required<ChannelKey>): Promise<void> {
    return this.changes.make(async (_manager, events) => {
      if (!(await events.deleteChannel(key))) throw notFound();
    });
  }
}

async function find(manager: EntityManager, key: Partial<ChannelKey>): Promise<Channel> {
  const channel = await manager.findOneBy(ChannelEntity, key);
  if (!channel) throw notFound();
  return channel;
}
