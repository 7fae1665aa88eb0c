import { setTimeout as pause } from 'node:timers/promises';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { transaction } from '@tributary/database/transaction';
import type { Logger } from '@tributary/runtime/logger';
import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Repeater } from '@tributary/runtime/repeater';
import type { DirectoryStore } from '@tributary/security/directory.store';
import type { DataSource } from 'typeorm';
import { allPasses, migrateNextPage, readProgress, type MigratedPage } from './migration-steps.js';

/** How often it looks for a step that is due. */
const everyMs = 60_000;

export interface RulesMigrationOptions {
  dataSource: DataSource;
  directory: DirectoryStore;
  logger: Logger;
  metrics: Metrics;
}

/**
 * Brings what an older version has stored to the rules of now: identifiers (white space, addresses as hashes), and future
 * times. It works in small transactions, and pauses after each as long as that one took. Processes take turns.
 */
export class RulesMigration implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeater: Repeater;
  private isStopping = false;

  constructor(private readonly options: RulesMigrationOptions) {
    const { logger, metrics } = options;
    const onError = (err: unknown) => logger.warn({ err }, 'the migration to the rules of now stopped, will go on');
    this.repeater = new Repeater(() => this.run(), { everyMs, onError });
    this.expose(metrics);
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.repeater.stop();
  }

  /** Migrates pages until none is due. */
  async run(now = Date.now()): Promise<void> {
    while (!this.isStopping) {
      const start = performance.now();
      const page = await this.migratePage(now);
      if (!page) return;
      if (!page.last) await this.logEnd(page.step);
      else await pause(performance.now() - start);
    }
  }

  /** Durable: what it has counted is shown once. */
  private migratePage(now: number): Promise<MigratedPage | undefined> {
    const { dataSource, directory } = this.options;
    return transaction(dataSource, (client) => migrateNextPage({ client, directory, now }));
  }

  private async logEnd(step: string): Promise<void> {
    const steps = await transaction(this.options.dataSource, readProgress);
    const { changed, merged, kept, passes } = steps.find((one) => one.step === step) ?? { changed: 0 };
    // Every new platform runs it, over nothing.
    if (changed > 0)
      this.options.logger.warn({ step, changed, merged, kept, passes }, 'stored data was brought to the rules of now');
  }

  private expose(metrics: Metrics): void {
    const { dataSource } = this.options;
    metrics.addGauge({
      name: 'tributary_tracking_rules_migration',
      help: 'Stored rows that the migration to the rules of now has read in its pass in progress, and changed, merged, or kept. Every process reports the same',
      labelNames: ['step', 'result'],
      read: async () => {
        const steps = await transaction(dataSource, readProgress);
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
        (await transaction(dataSource, readProgress)).map(({ step, passes }) => ({
          labels: { step },
          value: allPasses - passes,
        })),
    });
  }
}
