import { Injectable } from '@nestjs/common';
import type { Processing, ProcessingSelection } from '@tributary/contracts/admin/processing';
import { constraintViolation, existing } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { isId } from '@tributary/contracts/values/integer-id';
import { readEntities, violatedConstraint } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import type { ChannelEntity } from '../channels/channel.entity.js';
import { deleteSelection, lockChannel, type SelectionKey } from '../channels/lock-channel.js';

/** Each activity of a channel is evaluated against all of its selections. */
const maxSelections = 100;

const selectionsOf = `
  select processing_selections.id::text as id, (select public_id from channels where channels.id = channel_id) as channel_id, processing_id::text as processing_id,
    processings.name as processing_name, processing_selections.creation_ts::float8 as creation_ts
  from processing_selections join processings on processings.id = processing_id
  where channel_id = $1`;

@Injectable()
export class ProcessingSelectionsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  async list(channel_id: string, { first_result, max_results }: ListQuery): Promise<Page<ProcessingSelection>> {
    const all = await readEntities(this.dataSource, (manager) =>
      manager.query<ProcessingSelection[]>(`${selectionsOf} order by processing_selections.id`, [channel_id]),
    );
    return { items: all.slice(first_result, first_result + max_results), total: all.length };
  }

  get(key: SelectionKey): Promise<ProcessingSelection> {
    return readEntities(this.dataSource, (manager) => find(manager, key));
  }

  /** A processing that the channel may select. @throws CONSTRAINT_VIOLATION_EXCEPTION for any other, as `insert` does */
  selectable(
    { organisation_id }: Pick<ChannelEntity, 'organisation_id'>,
    processing_id: string,
  ): Promise<SelectableProcessing> {
    return readEntities(this.dataSource, (manager) => findOfCommunity(manager, organisation_id, processing_id));
  }

  /** Its processing is locked first: a change of the legal basis is published for this channel, too. */
  async insert(channel: ChannelEntity, processing_id: string): Promise<ProcessingSelection> {
    try {
      return await this.changes.make(async (manager, events) => {
        await findOfCommunity(manager, channel.organisation_id, processing_id, 'for share');
        await lockChannel(manager, channel.row_id);
        const id = await insertSelection(manager, channel.row_id, processing_id);
        await events.statesChanged('channel', [channel.row_id]);
        return find(manager, { channel_id: channel.row_id, id });
      });
    } catch (error) {
      if (violatedConstraint(error) !== 'processing_selections_once') throw error;
      throw constraintViolation('processing_id: the channel has selected it already');
    }
  }

  delete(key: SelectionKey): Promise<void> {
    return deleteSelection(this.changes, 'processing_selections', key);
  }
}

async function find(manager: EntityManager, { channel_id, id }: SelectionKey): Promise<ProcessingSelection> {
  const and = ' and processing_selections.id = $2';
  const [selection] = await manager.query<ProcessingSelection[]>(selectionsOf + and, [channel_id, id]);
  return existing(selection);
}

interface SelectableProcessing extends Pick<Processing, 'legal_basis'> {
  processing_id: string;
}

/** One message for an unknown processing and for one of another community: the caller may not learn which it is. */
async function findOfCommunity(
  manager: EntityManager,
  organisation_id: string,
  id: string,
  lock: '' | 'for share' = '',
): Promise<SelectableProcessing> {
  const ofCommunity = `
    select id::text as processing_id, legal_basis from processings
    where id = $1 and community_id = (select community_id from organisations where id = $2) ${lock}`;
  const [found] = isId(id) ? await manager.query<SelectableProcessing[]>(ofCommunity, [id, organisation_id]) : [];
  if (!found) throw constraintViolation('processing_id: the community of the channel has no such processing');
  return found;
}

async function insertSelection(manager: EntityManager, channel_id: string, processing_id: string): Promise<string> {
  const [inserted] = await manager.query<{ id: string }[]>(
    `insert into processing_selections (channel_id, processing_id, creation_ts)
     select $1, $2, $3 where (select count(*) from processing_selections where channel_id = $1) < ${maxSelections}
     returning id`,
    [channel_id, processing_id, Date.now()],
  );
  if (!inserted) throw constraintViolation(`a channel has at most ${maxSelections} selections`);
  return inserted.id;
}
