import { Injectable } from '@nestjs/common';
import type { ListQuery } from '@tributary/contracts/list-query';
import { transaction } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import type { ChoicePath, ProcessingIds, UserPointPath } from '../selectors/path-segments.js';
import { findSelected, resolveSelected } from '../selectors/selected-user-point.js';
import { writeChoices, type ChoiceWrite } from './write-choices.js';

/** One write of a choice. */
export interface ChoiceRecord {
  processing_id: string;
  choice_ts: string;
  choice_acceptance_value: boolean;
  custom: string;
  creation_ts: string;
  is_public?: boolean;
  /** A public acceptance that does not count. */
  without_effect?: boolean;
  /** When it was undone, epoch milliseconds. */
  undone_ts?: string | null;
}

type Choice = Pick<ChoiceWrite, 'choice_ts' | 'choice_acceptance_value' | 'custom'>;

const columns =
  'processing_id, choice_ts, choice_acceptance_value, custom::text, creation_ts, is_public, without_effect, undone_ts';
/** $3: some processings, or null for all. */
const ofPerson =
  'from user_choices where datamart_id = $1 and user_point_id = $2 and ($3::text[] is null or processing_id = any ($3))';
/** A public acceptance counts only if the latest trusted choice, if there is one, is an acceptance; none that is undone does. */
const judged = `with trusted as (
    select distinct on (processing_id) processing_id, choice_acceptance_value as is_accepted
    ${ofPerson} and collect_key_id is null and undone_ts is null
    order by processing_id, choice_ts desc, choice_acceptance_value),
  choices as (
    select c.*, collect_key_id is not null as is_public,
      undone_ts is not null or (collect_key_id is not null and choice_acceptance_value and is_accepted is false)
        as without_effect
    from (select * ${ofPerson}) c left join trusted using (processing_id))`;

/** Statements whose parameters are a datamart, a user point, and processings or null. */
export const choicesSql = {
  /** The current choice of each processing. */
  current: `${judged} select distinct on (processing_id) ${columns} from choices where not without_effect
    order by processing_id, choice_ts desc, choice_acceptance_value, write_id desc`,
  /** Every write, newest first. */
  log: `${judged} select ${columns} from choices order by choice_ts desc, write_id desc`,
};

@Injectable()
export class ChoicesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Creates the user point of an unknown identifier. */
  write(path: Omit<ChoicePath, 'processing_ids'>, choice: Choice, now: number): Promise<ChoiceRecord> {
    const { datamart_id, processing_id } = path;
    return transaction(this.dataSource, async (client) => {
      const user_point_id = await resolveSelected(client, path, { now });
      await writeChoices(client, [{ datamart_id, user_point_id, processing_id, ...choice }], now);
      return { processing_id, ...choice, creation_ts: String(now) };
    });
  }

  /** The current choice of each processing, or of some. */
  list(path: UserPointPath, processing_ids: ProcessingIds, page: ListQuery): Promise<Page<ChoiceRecord>> {
    return this.read(path, processing_ids, page, {
      page: choicesSql.current,
      total: `select count(distinct processing_id)::int as total ${ofPerson} and undone_ts is null`,
    });
  }

  /** Every write of all processings, or of some, newest first. */
  listLog(path: UserPointPath, processing_ids: ProcessingIds, page: ListQuery): Promise<Page<ChoiceRecord>> {
    return this.read(path, processing_ids, page, {
      page: choicesSql.log,
      total: `select count(*)::int as total ${ofPerson}`,
    });
  }

  private read(
    path: UserPointPath,
    processing_ids: ProcessingIds,
    { first_result, max_results }: ListQuery,
    sql: { page: string; total: string },
  ): Promise<Page<ChoiceRecord>> {
    return transaction(this.dataSource, async (client: pg.ClientBase) => {
      const person = [path.datamart_id, await findSelected(client, path), processing_ids];
      const { rows } = await client.query<ChoiceRecord>(`${sql.page} offset $4 limit $5`, [
        ...person,
        first_result,
        max_results,
      ]);
      const counted = await client.query<{ total: number }>(sql.total, person);
      return { items: rows, total: counted.rows[0]?.total ?? 0 };
    });
  }
}
