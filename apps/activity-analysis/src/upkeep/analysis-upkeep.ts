import { Inject, Injectable } from '@nestjs/common';
import { readNow } from '@tributary/database/sql-expressions';
import { transaction, type Statement } from '@tributary/database/transaction';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Upkeep } from '@tributary/runtime/repeater';
import { DataSource } from 'typeorm';
import { SETTINGS, type AnalysisSettings } from '../config.js';
import { keptFailures } from '../failures/failures.repository.js';
import { promoteExpired, reorderRetried } from '../queue/promote-next.js';
import { hasWaiting } from '../queue/read-queues.js';

const promoteEveryMs = 2_000;
const deleteEveryMs = 60_000;
const failureDays = 7;
/** How wrong clocks may be. */
const clockMarginMs = 86_400_000;
/** Rows of one statement: it takes some ten milliseconds. */
const rowsAtOnce = 10_000;

/** Deletes what is too old, and ends the wait of activities that have expired behind others. All processes share the work. */
@Injectable()
export class AnalysisUpkeep extends Upkeep {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: AnalysisSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    const onError = (err: unknown) => logger.warn({ err }, 'the upkeep of activity analysis failed and is retried');
    this.repeat(() => this.promote(), { everyMs: promoteEveryMs, onError });
    this.repeat(() => this.delete(), { everyMs: deleteEveryMs, onError });
  }

  private async promote(): Promise<void> {
    const { dataSource, settings } = this;
    if (!(await hasWaiting(dataSource))) return;
    for (const { text, values = [] } of [promoteExpired(settings.ANALYSIS_MAX_WAIT), reorderRetried])
      await transaction(dataSource, (client) => client.query(text, values), { durable: false });
  }

  private async delete(): Promise<void> {
    await this.deleteAll(oldDropped(this.settings.DEDUPE_WINDOW_DAYS));
    await this.deleteAll(oldErasures(this.settings.ANALYSIS_MAX_WAIT));
    await this.deleteAll(oldFailures);
    await this.deleteAll(surplusFailures);
    await this.deleteAll(lostPermits);
    await this.deleteAll(emptyQueues);
    await this.deleteAll(inactiveOrganisations);
  }

  private async deleteAll({ text, values = [] }: Statement): Promise<void> {
    let deleted: number;
    do {
      const run = (client: { query: (text: string, values: unknown[]) => Promise<{ rowCount: number | null }> }) =>
        client.query(text, values);
      deleted = (await transaction(this.dataSource, run, { durable: false })).rowCount ?? 0;
    } while (deleted === rowsAtOnce);
  }
}

const oldDropped = (days: number): Statement => ({
  text: `
    delete from dropped_activities where (datamart_id, activity_id) in (
      select datamart_id, activity_id from dropped_activities
      where dropped_time < now() - $1 * interval '1 day' order by dropped_time limit ${rowsAtOnce})`,
  values: [days],
});

/** An activity that was accepted before such an erasure has expired, however wrong the clock of its gateway was. */
const oldErasures = (maxWaitMs: number): Statement => ({
  text: `
    delete from erased_identifiers where identifier_id in (
      select identifier_id from erased_identifiers
      where erasure_ts < (extract(epoch from now()) * 1000)::bigint - $1::bigint - ${clockMarginMs}::bigint
      order by erasure_ts limit ${rowsAtOnce})`,
  values: [maxWaitMs],
});

const oldFailures: Statement = {
  text: `
    delete from analysis_failures where id in (
      select id from analysis_failures
      where ts < (extract(epoch from now()) * 1000)::bigint - ${failureDays * 86_400_000}::bigint
      order by ts limit ${rowsAtOnce})`,
};

const surplusFailures: Statement = {
  text: `
    delete from analysis_failures failure
    using (
      select analyzer_id, (
        select id from analysis_failures own where own.analyzer_id = listed.analyzer_id
        order by id desc offset ${keptFailures} limit 1) as last_surplus
      from (select distinct analyzer_id from analysis_failures) as listed) as surplus
    where failure.analyzer_id = surplus.analyzer_id and failure.id <= last_surplus`,
};

/** Permits of deleted throttlings. */
const lostPermits: Statement = {
  text: `
    delete from permits where (claim_id, throttling_id) in (
      select claim_id, throttling_id from permits
      where expiration_time < ${readNow} - interval '1 minute' limit ${rowsAtOnce})`,
};

const emptyQueues: Statement = { text: 'delete from analysis_queues where waiting = 0' };

const inactiveOrganisations: Statement = {
  text: `delete from analysis_organisations where asked_time < now() - interval '1 day'`,
};
