import { Injectable } from '@nestjs/common';
import type {
  AnalyzerSelection,
  AnalyzerSelectionInput,
  AnalyzerSelections,
} from '@tributary/contracts/admin/plugins/analyzer-selection';
import { constraintViolation, existing } from '@tributary/contracts/errors';
import { isId } from '@tributary/contracts/values/integer-id';
import { readEntities } from '@tributary/database/entities';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import type { ChannelEntity } from '../channels/channel.entity.js';
import { deleteSelection, lockChannel, type SelectionKey } from '../channels/lock-channel.js';
import { addSelection, planSelections } from './plan-selections.js';

/** The caller who selects, and the channel. */
interface Selecting {
  channel: ChannelEntity;
  created_by: string;
}

type NewSelection = Omit<AnalyzerSelection, 'id' | 'channel_id'> & { id?: string };

const selectionsOf = `
  select id::text as id, (select public_id from channels where channels.id = channel_id) as channel_id, visit_analyzer_model_id::text as visit_analyzer_model_id,
    execution_order::float8 as execution_order, creation_ts::float8 as creation_ts, created_by::text as created_by
  from analyzer_selections where channel_id = $1 order by execution_order`;

@Injectable()
export class AnalyzerSelectionsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  /** In the order of execution. */
  list(channel_id: string): Promise<AnalyzerSelection[]> {
    return readEntities(this.dataSource, (manager) => listOf(manager, channel_id));
  }

  async get({ channel_id, id }: SelectionKey): Promise<AnalyzerSelection> {
    return findIn(await this.list(channel_id), id);
  }

  insert({ channel, created_by }: Selecting, input: AnalyzerSelectionInput): Promise<AnalyzerSelection> {
    return this.changes.make(async (manager, events) => {
      await lockChannel(manager, channel.row_id);
      const added = addSelection(await listOf(manager, channel.row_id), input);
      await requireAnalyzers(manager, channel.organisation_id, [added.visit_analyzer_model_id]);
      const id = await insertSelection(manager, channel.row_id, { ...added, creation_ts: Date.now(), created_by });
      await events.statesChanged('channel', [channel.row_id]);
      return findIn(await listOf(manager, channel.row_id), id);
    });
  }

  /** Activities meanwhile are analyzed by the old list or the new one, never by a part. What stays selected keeps its id. */
  replace({ channel, created_by }: Selecting, { selections }: AnalyzerSelections): Promise<AnalyzerSelection[]> {
    const planned = planSelections(selections);
    return this.changes.make(async (manager, events) => {
      await lockChannel(manager, channel.row_id);
      await requireAnalyzers(
        manager,
        channel.organisation_id,
        planned.map((one) => one.visit_analyzer_model_id),
      );
      const before = new Map((await listOf(manager, channel.row_id)).map((one) => [one.visit_analyzer_model_id, one]));
      const added = { creation_ts: Date.now(), created_by };
      await manager.query('delete from analyzer_selections where channel_id = $1', [channel.row_id]);
      for (const selection of planned)
        await insertSelection(manager, channel.row_id, {
          ...added,
          ...before.get(selection.visit_analyzer_model_id),
          ...selection,
        });
      await events.statesChanged('channel', [channel.row_id]);
      return listOf(manager, channel.row_id);
    });
  }

  delete(key: SelectionKey): Promise<void> {
    return deleteSelection(this.changes, 'analyzer_selections', key);
  }
}

/** @param selection with the id that it had, or without. @returns its id */
async function insertSelection(
  manager: EntityManager,
  channel_id: string,
  { id, visit_analyzer_model_id, execution_order, creation_ts, created_by }: NewSelection,
): Promise<string> {
  const [inserted] = await manager.query<{ id: string }[]>(
    `insert into analyzer_selections (id, channel_id, visit_analyzer_model_id, execution_order, creation_ts, created_by)
     overriding system value
     values (coalesce($1, nextval(pg_get_serial_sequence('analyzer_selections', 'id'))), $2, $3, $4, $5, $6)
     returning id::text as id`,
    [id ?? null, channel_id, visit_analyzer_model_id, execution_order, creation_ts, created_by],
  );
  return inserted?.id ?? '';
}

const listOf = (manager: EntityManager, channel_id: string) =>
  manager.query<AnalyzerSelection[]>(selectionsOf, [channel_id]);

function findIn(selections: AnalyzerSelection[], id: string): AnalyzerSelection {
  return existing(selections.find((selection) => selection.id === id));
}

/** One message for an unknown analyzer and for one of another organisation: the caller may not learn which it is. */
async function requireAnalyzers(manager: EntityManager, organisation_id: string, ids: string[]): Promise<void> {
  const found = await manager.query<{ id: string }[]>(
    `select id::text as id from activity_analyzers
     where organisation_id = $1 and id = any($2::bigint[]) order by activity_analyzers.id for key share`,
    [organisation_id, ids.filter(isId)],
  );
  if (found.length < ids.length)
    throw constraintViolation('visit_analyzer_model_id: the organisation of the channel has no such analyzer');
}
