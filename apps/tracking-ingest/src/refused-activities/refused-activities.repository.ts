import { Injectable } from '@nestjs/common';
import { insertOutbox } from '@tributary/bus/outbox/outbox';
import { notFound } from '@tributary/contracts/errors';
import { hourOf } from '@tributary/contracts/tracking/activities-accepted';
import type { ActivityReceipt } from '@tributary/contracts/tracking/activity';
import type {
  ActivitiesRefused,
  KeptRefusal,
  ReceivedRefusal,
  RefusalsQuery,
} from '@tributary/contracts/refusals/refused-activity';
import { activityReceived, activityToAnalyze } from '@tributary/contracts/topics/topics';
import { transaction } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import type { ParsedJson } from '@tributary/http/json-body';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { DirectoryStore } from '@tributary/security/directory.store';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { IngestCounters } from '../activities/ingest-counters.js';
import { ErasureKey } from '../identity/erasure-key.js';
import { int64Id } from '../int64.js';
import { readRepaired, type RefusalRow, type RepairedActivity } from './read-repaired.js';
import { storeRefusals } from './store-refusals.js';

interface RefusalPath {
  datamart_id: string;
  refused_activity_id: string;
}

/** Counts the accepted retries in place of a gateway, for the reconciliation. */
const retries = 'retries';

@Injectable()
export class RefusedActivitiesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly erasureKey: ErasureKey,
    private readonly directory: DirectoryStore,
    private readonly plans: TrackingPlans,
    private readonly counters: IngestCounters,
  ) {}

  /** Returns the refusals that it had not got before. */
  store(datamart_id: string, messages: ActivitiesRefused[]): Promise<ReceivedRefusal[]> {
    const { erasureKey } = this;
    return transaction(this.dataSource, (client) =>
      storeRefusals(client, int64Id(datamart_id), messages, { now: Date.now(), erasureKey }),
    );
  }

  /** The newest first, and how many have left because of the limits. */
  list(datamart_id: string, page: RefusalsQuery, now: number): Promise<Page<KeptRefusal> & { dropped: string }> {
    return transaction(this.dataSource, async (client) => {
      const filters = [datamart_id, now, page.error_code ?? null, page.since ?? 0];
      const { rows } = await client.query<KeptRefusal>(
        `select id, received_ts::float8, error_code, error, error_id, credential->>'id' as credential_id, body
          from refused_activities where ${matching}
          order by received_ts desc, arrival desc offset $5 limit $6`,
        [...filters, page.first_result, page.max_results],
      );
      const counted = await client.query<{ total: number; dropped: string }>(
        `select count(*)::int as total,
            coalesce((select dropped from refusal_counts where datamart_id = $1), 0) as dropped
          from refused_activities where ${matching}`,
        filters,
      );
      const { total, dropped } = counted.rows[0] ?? { total: 0, dropped: '0' };
      return { items: rows, total, dropped };
    });
  }

  /**
   * Makes an activity of a refusal, which is gone then. Of two retries at once one finds it.
   *
   * @param repaired in place of the body as kept
   * @throws RESOURCE_NOT_FOUND, BAD_REQUEST_DATA, BAD_REQUEST_FORMAT: then the refusal stays
   */
  async retry({ datamart_id, refused_activity_id }: RefusalPath, repaired?: ParsedJson): Promise<ActivityReceipt> {
    const { value, profileEvents } = await transaction(this.dataSource, async (client) => {
      if (!z.guid().safeParse(refused_activity_id).success) throw notFound();
      const { rows } = await client.query<RefusalRow>(
        `delete from refused_activities where (datamart_id, id) = ($1, $2) and expires_ts > $3
          returning id, received_ts, credential, is_analyzed, body, is_cut`,
        [datamart_id, refused_activity_id, Date.now()],
      );
      if (!rows[0]) throw notFound();
      const activity = readRepaired(datamart_id, rows[0], { repaired, directory: this.directory, plans: this.plans });
      await accept(client, activity);
      return activity;
    });
    this.counters.publicCases.leftOutProfiles(datamart_id, profileEvents);
    return { id: value.activity_id, received_ts: value.received_ts };
  }
}

const matching = `datamart_id = $1 and expires_ts > $2 and ($3::text is null or error_code = $3) and received_ts >= $4`;

async function accept(client: pg.ClientBase, activity: RepairedActivity): Promise<void> {
  const { datamart_id, activity_id, received_ts } = activity.value;
  const message = { id: `${datamart_id}/${activity_id}`, time: received_ts };
  if (activity.kind === 'analyzed')
    await insertOutbox(client, activityToAnalyze, [{ ...message, value: activity.value }]);
  else await insertOutbox(client, activityReceived, [{ ...message, value: activity.value }]);
  await client.query(
    `insert into accepted_counts as saved (datamart_id, hour_ts, instance, accepted, uncertain)
      values ($1, $2, $3, 1, 0)
      on conflict (datamart_id, hour_ts, instance) do update set accepted = saved.accepted + 1`,
    [datamart_id, hourOf(received_ts), retries],
  );
}
