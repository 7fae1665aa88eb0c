import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { query, transaction } from '@tributary/database/transaction';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { Upkeep } from '@tributary/runtime/repeater';
import { DirectoryStore } from '@tributary/security/directory.store';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { judgePeople, type JudgedPerson } from './judge-people.js';
import { findPeopleToJudge, lockFlags, takeByNewRules, takeFlagged, takeGained } from './people-to-judge.js';

/** Bounds, with the load, the time until a person is flagged. */
const everyMs = 5_000;

/** Datamarts in the metric: those with the most. */
const maxDatamarts = 100;

/**
 * Judges the people who gain identifiers or are merged, those who are flagged, and all of a datamart whose rules change, in small
 * transactions. After each it pauses as long as that one took. All processes share the work.
 */
@Injectable()
export class FlagUpkeep extends Upkeep {
  private flagged = new Map<string, number>();
  private isStopping = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(DirectoryStore) private readonly directory: Pick<DirectoryStore, 'datamarts' | 'flagRulesOf'>,
    metrics: Metrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    const onError = (err: unknown) => logger.warn({ err }, 'the flags of people were not judged, will retry');
    this.repeat(() => this.run(Date.now), { everyMs, onError });
    metrics.addGauge({
      name: 'tributary_tracking_flagged_people',
      help: 'People who have gained more identifiers or merges than the rules of their datamart allow. Every process reports the same',
      labelNames: ['datamart'],
      read: () => Array.from(this.flagged, ([datamart, value]) => ({ labels: { datamart }, value })),
    });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await super.beforeApplicationShutdown();
  }

  /** Until no one is left to judge. */
  async run(clock: () => number): Promise<void> {
    const { dataSource, directory } = this;
    const due = await findPeopleToJudge(dataSource, this.rules(), clock());
    if (due.byNewRules)
      await this.judgeAll(clock, async (client, now) => {
        const taken = await takeByNewRules(client, this.rules(), now);
        return { people: taken ?? [], isFull: taken !== undefined };
      });
    if (due.gained) await this.judgeAll(clock, (client) => takeGained(client, (id) => directory.flagRulesOf(id)));
    if (due.flagged) await this.judgeAll(clock, (client, now) => takeFlagged(client, now));
    this.flagged = await countFlagged(dataSource, clock());
  }

  private async judgeAll(
    clock: () => number,
    take: (client: pg.ClientBase, now: number) => Promise<{ people: JudgedPerson[]; isFull: boolean }>,
  ): Promise<void> {
    const { dataSource, directory } = this;
    const rulesOf = (datamart_id: string) => directory.flagRulesOf(datamart_id);
    let isFull = true;
    while (isFull && !this.isStopping) {
      const start = performance.now();
      isFull = await transaction(
        dataSource,
        async (client) => {
          await lockFlags(client);
          const now = clock();
          const taken = await take(client, now);
          await judgePeople(client, taken.people, { rulesOf, now });
          return taken.isFull;
        },
        { durable: false },
      );
      if (isFull) await pause(performance.now() - start);
    }
  }

  private rules() {
    return new Map(Array.from(this.directory.datamarts(), ([id]) => [id, this.directory.flagRulesOf(id)]));
  }
}

async function countFlagged(dataSource: DataSource, now: number): Promise<Map<string, number>> {
  const { rows } = await query<{ datamart_id: string; count: number }>(
    dataSource,
    `select datamart_id, count(*)::int as count from flagged_people where until_ts > $1
      group by datamart_id order by 2 desc limit $2`,
    [now, maxDatamarts],
  );
  return new Map(rows.map(({ datamart_id, count }) => [datamart_id, count]));
}
