import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { transaction } from '@tributary/database/transaction';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { Upkeep } from '@tributary/runtime/repeater';
import { DirectoryStore } from '@tributary/security/directory.store';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { ErasureKey } from '../identity/erasure-key.js';
import type { PointKey } from '../identity/point-key.js';
import { eraseUserPoints } from '../user-points/erase-user-points.js';
import { allPasses, migrateNextPage, readProgress, type MigratedPage } from './migration-steps.js';
import { largestPage, type PageContext } from './page.js';

/** How often it looks for a step that is due. */
const everyMs = 60_000;
/** For a statement about one person, who may have very many rows. */
const longTimeoutMs = 60_000;

/**
 * Brings what an older version has stored to the rules of now: identifiers (white space, addresses as hashes), and future
 * times. It works in small transactions, and pauses after each as long as that one took. Processes take turns.
 */
@Injectable()
export class RulesMigration extends Upkeep {
  private isStopping = false;
  /** Rows of the next page. */
  private size = largestPage;

  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: DirectoryStore,
    private readonly erasureKey: ErasureKey,
    metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    const onError = (err: unknown) => logger.warn({ err }, 'the migration to the rules of now stopped, will go on');
    this.repeat(() => this.run(), { everyMs, onError });
    this.expose(metrics);
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await super.beforeApplicationShutdown();
  }

  /** Migrates pages until none is due. @param clock epoch milliseconds */
  async run(clock = Date.now): Promise<void> {
    while (!this.isStopping) {
      const start = performance.now();
      const page = await this.migratePage(clock());
      if (!page) return;
      if (!page.last) await this.logEnd(page.step);
      await pause(performance.now() - start);
    }
  }

  /** A page that fails is tried again with fewer rows; a single row that fails stays as it is. */
  private async migratePage(now: number): Promise<MigratedPage | undefined> {
    for (;;) {
      try {
        const page = await this.inTransaction({ now, size: this.size });
        this.size = Math.min(largestPage, this.size * 2);
        return page;
      } catch (err) {
        this.logger.warn({ err, rows: this.size }, 'rows cannot be brought to the rules of now');
        // It fails, too, when the database is not available: then nothing is skipped.
        if (this.size === 1) return this.inTransaction({ now, size: 1, skips: true });
        this.size = Math.max(1, Math.floor(this.size / 10));
      }
    }
  }

  /**
   * Durable: its counts are shown once. People who are to be erased are erased first, and then the page is read again: a
   * process that is killed between the two has not passed them.
   */
  private async inTransaction(page: Pick<PageContext, 'now' | 'size' | 'skips'>): Promise<MigratedPage | undefined> {
    const { dataSource, directory, erasureKey } = this;
    let erased: PointKey[] = [];
    const migrate = async (client: pg.ClientBase) => {
      const migrated = await migrateNextPage({ client, directory, erasureKey, ...page });
      erased = migrated?.erased ?? [];
      if (erased.length > 0) throw new Error('people are erased first');
      return migrated;
    };
    const options = page.size === 1 ? { statementTimeoutMs: longTimeoutMs } : {};
    try {
      return await transaction(dataSource, migrate, options);
    } catch (error) {
      if (erased.length === 0) throw error;
    }
    for (const person of erased) await this.erase(person, page.now);
    return this.inTransaction(page);
  }

  /** The client has asked for it by the name that an identifier of the person has now. */
  private async erase({ datamart_id, user_point_id }: PointKey, now: number): Promise<void> {
    const erase = (client: pg.ClientBase) => eraseUserPoints(client, datamart_id, [{ user_point_id }], now);
    await transaction(this.dataSource, erase, { statementTimeoutMs: longTimeoutMs });
    this.logger.warn({ datamart_id, user_point_id }, 'a person was erased under the name of now, and is again');
  }

  private async logEnd(step: string): Promise<void> {
    const steps = await transaction(this.dataSource, readProgress);
    const { changed, merged, kept, passes } = steps.find((one) => one.step === step) ?? { changed: 0 };
    // Every new platform runs it, over nothing.
    if (changed > 0)
      this.logger.warn({ step, changed, merged, kept, passes }, 'stored data was brought to the rules of now');
  }

  private expose(metrics: Metrics): void {
    metrics.addGauge({
      name: 'tributary_tracking_rules_migration',
      help: 'Stored rows that the migration to the rules of now has read in its pass in progress, and changed, merged, or kept. Every process reports the same',
      labelNames: ['step', 'result'],
      read: async () => {
        const steps = await transaction(this.dataSource, readProgress);
        return steps.flatMap(({ step, ...progress }) =>
          (['read', 'changed', 'merged', 'kept'] as const).map((result) => ({
            labels: { step, result },
            value: progress[result],
          })),
        );
      },
    });
    metrics.addGauge({
      name: 'tributary_tracking_rules_migration_passes_left',
      help: 'Passes that the migration to the rules of now has not ended yet; the last one begins a day after the one before',
      labelNames: ['step'],
      read: async () =>
        (await transaction(this.dataSource, readProgress)).map(({ step, passes }) => ({
          labels: { step },
          value: allPasses - passes,
        })),
    });
  }
}
