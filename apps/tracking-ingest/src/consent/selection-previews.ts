import { isoDay } from '@tributary/contracts/rules/time-units';
import { Injectable } from '@nestjs/common';
import type { PreviewQuestion, SelectionPreview } from '@tributary/contracts/consent/channel-consent';
import { ApiError } from '@tributary/contracts/errors';
import { transaction } from '@tributary/database/transaction';
import { FairSlots } from '@tributary/contracts/shares/fair-slots';
import { exposeShares } from '@tributary/runtime/isolation/share-metrics';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { firstDayOf } from './refused-by-choice.js';

/** The days of a preview: the current one (UTC) and those before it. */
const days = 7;
/** The gateway waits a little longer. */
const statementTimeoutMs = 10_000;
/** A preview reads the activities of a datamart, so only two run in a process, by turns of organisations. */
const slotLimits = { held: 2, waiting: 8, byOrganisation: true, shares: [{ held: 2, waiting: 4 }] };
const slotWaitMs = 2_000;

/**
 * Whether the current choice of a person is an acceptance (`permits`): the latest is in effect, of two with the same time the
 * refusal; a public acceptance counts only if the latest trusted choice, if there is one, is an acceptance.
 */
const acceptedSql = `
  select choice_acceptance_value and (collect_key_id is null or coalesce((
    select choice_acceptance_value from user_choices c
    where (c.datamart_id, c.user_point_id, c.processing_id) = ($1, people.user_point_id, $5)
      and c.collect_key_id is null and c.undone_ts is null
    order by choice_ts desc, choice_acceptance_value limit 1), true)) as accepted
  from user_choices c
  where (c.datamart_id, c.user_point_id, c.processing_id) = ($1, people.user_point_id, $5) and c.undone_ts is null
  order by choice_ts desc, choice_acceptance_value limit 1`;

/**
 * Most rows of the datamart are of other channels: the text is searched before it is parsed. A text with `\\u` may spell any
 * character, and `$7` is false for ids that a text may spell otherwise.
 */
const countSql = `
  with came as (
    select user_point_id, count(*) as activities from activities
    where datamart_id = $1 and (day >= $4::date or day = '-infinity' and received_ts >= $3)
      and (not $7 or strpos(body::text, $2) > 0 or strpos(body::text, '\\u') > 0)
      and coalesce(nullif(body ->> '$site_id', ''), nullif(body ->> '$app_id', ''), body ->> '$ctv_id') = $2
    group by user_point_id
    union all
    select user_point_id, sum(activities) from refused_by_choice
    where datamart_id = $1 and channel_id = $2 and day_ts >= $3 group by user_point_id),
  people as (
    select coalesce(survivor_id, user_point_id) as user_point_id, sum(activities) as activities
    from came left join user_point_merges on user_point_merges.datamart_id = $1 and merged_id = user_point_id
    group by 1)
  select coalesce(sum(activities), 0)::float8 as activities_7d, count(*)::float8 as people_7d,
    coalesce(sum(activities) filter (where case $6::text when 'CONSENT' then accepted is not true
      when 'LEGITIMATE_INTEREST' then accepted is false else false end), 0)::float8 as would_refuse_7d
  from people left join lateral (${acceptedSql}) choice on true`;

@Injectable()
export class SelectionPreviews {
  private readonly slots = new FairSlots(slotLimits);

  constructor(
    private readonly dataSource: DataSource,
    metrics: Metrics,
  ) {
    exposeShares(metrics, 'selection_previews', () => this.slots.organisations());
  }

  /** @throws SERVICE_UNAVAILABLE while as many run as may, and after 10 s of counting */
  async preview(question: PreviewQuestion, now: number): Promise<SelectionPreview> {
    const slot = await this.slots.take([question.organisation_id], 1, AbortSignal.timeout(slotWaitMs));
    if (typeof slot === 'string')
      throw new ApiError('SERVICE_UNAVAILABLE', 'as many previews are counted as this process may count at once', {
        retryAfter_s: statementTimeoutMs / 1_000,
      });
    try {
      return await this.count(question, now);
    } finally {
      slot.release();
    }
  }

  private count({ datamart_id, channel_id, processing }: PreviewQuestion, now: number): Promise<SelectionPreview> {
    const from = firstDayOf(days, now);
    const { processing_id, legal_basis } = processing;
    const read = async (client: pg.ClientBase): Promise<SelectionPreview> => {
      const { rows } = await client.query<SelectionPreview>(countSql, [
        datamart_id,
        channel_id,
        from,
        isoDay(from),
        processing_id,
        legal_basis,
        /^[\w.:-]+$/.test(channel_id),
      ]);
      const [counted] = rows;
      if (!counted) throw new Error('a preview has one row');
      return counted;
    };
    return transaction(this.dataSource, read, { statementTimeoutMs });
  }
}
