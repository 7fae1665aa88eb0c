import { Injectable } from '@nestjs/common';
import type {
  Processing,
  ProcessingInput,
  ProcessingListQuery,
  ProcessingUpdate,
} from '@tributary/contracts/admin/processing';
import { constraintViolation, existing, notFound } from '@tributary/contracts/errors';
import { emptied } from '@tributary/database/columns';
import { getEntity, listEntities, violatedConstraint, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { ProcessingEntity } from './processing.entity.js';

@Injectable()
export class ProcessingsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  list({ community_id, first_result, max_results }: ProcessingListQuery): Promise<Page<Processing>> {
    return listEntities(this.dataSource, ProcessingEntity, { community_id }, { first_result, max_results });
  }

  get(id: string): Promise<Processing> {
    return getEntity(this.dataSource, ProcessingEntity, { id });
  }

  insert(input: ProcessingInput): Promise<Processing> {
    return writeEntities(this.dataSource, async (manager) => {
      const { id } = await manager.save(ProcessingEntity, { ...input, creation_ts: Date.now() });
      return manager.findOneByOrFail(ProcessingEntity, { id });
    });
  }

  /** A new legal basis is published for every channel that has selected the processing. */
  update(id: string, input: ProcessingUpdate): Promise<Processing> {
    const { purpose, technical_name, ...rest } = input;
    const fields = { ...rest, purpose: purpose ?? emptied, technical_name: technical_name ?? emptied };
    return this.changes.make(async (manager, events) => {
      const before = await lockProcessing(manager, id);
      await manager.update(ProcessingEntity, { id }, fields);
      if (before.legal_basis !== input.legal_basis)
        await events.statesChanged('channel', await lockSelectingChannels(manager, id));
      return manager.findOneByOrFail(ProcessingEntity, { id });
    });
  }

  async delete(id: string): Promise<void> {
    try {
      const remove = (manager: EntityManager) => manager.delete(ProcessingEntity, { id });
      const { affected } = await writeEntities(this.dataSource, remove);
      if (affected === 0) throw notFound();
    } catch (error) {
      if (violatedConstraint(error) !== 'processing_selections_processing') throw error;
      throw constraintViolation('the processing is selected by a channel');
    }
  }
}

/** Every transaction locks a processing before channels, and channels in the order of their ids: so none is a deadlock. */
async function lockProcessing(manager: EntityManager, id: string): Promise<Processing> {
  const lock = { mode: 'for_no_key_update' } as const;
  return existing(await manager.findOne(ProcessingEntity, { where: { id }, lock }));
}

async function lockSelectingChannels(manager: EntityManager, processing_id: string): Promise<string[]> {
  const channels = await manager.query<{ id: string }[]>(
    `select id from channels where id in (select channel_id from processing_selections where processing_id = $1)
     order by id for no key update`,
    [processing_id],
  );
  return channels.map(({ id }) => id);
}
