import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '@tributary/runtime/logger';
import { Repeater } from '@tributary/runtime/repeater';
import type { ClickHouseConnection } from '../clickhouse/clickhouse-connection.js';
import { readTimeline } from '../clickhouse/store-state.js';
import { hourMs, minuteMs } from '../facts/time-units.js';
import { deleteErased } from './delete-erased.js';
import { deleteOutdated } from './delete-outdated.js';
import { repairSurvivors } from './repair-survivors.js';

/**
 * Deletes each hour what no report shows: rows of erased people, of lost timelines, and too old ones. Computes the survivors
 * of merges again. No report depends on it.
 */
export class Maintenance implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeater: Repeater;
  private lastRun = 0;

  /** @param isOwner whether this process, of all that share the store, does it */
  constructor(
    private readonly connection: ClickHouseConnection,
    isOwner: () => boolean,
    private readonly logger: Logger,
  ) {
    const onError = (error: unknown) => logger.warn({ err: error }, 'the facts cannot be maintained at the moment');
    this.repeater = new Repeater(() => this.runIfDue(isOwner()), { everyMs: minuteMs, onError });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
    await this.connection.close();
  }

  /** A process becomes the owner some time after its start. */
  private async runIfDue(isOwner: boolean): Promise<void> {
    if (!isOwner || Date.now() - this.lastRun < hourMs) return;
    await this.run();
    this.lastRun = Date.now();
  }

  async run(now = Date.now()): Promise<void> {
    const { connection, logger } = this;
    const timeline = await readTimeline(connection);
    const repaired = await repairSurvivors(connection, timeline);
    if (repaired > 0) logger.warn({ repaired }, 'the survivors of some merges were missing in the facts');
    const deleted = await deleteErased(connection, timeline);
    if (deleted > 0) logger.info({ deleted }, 'deleted the facts and memberships of erased people');
    await deleteOutdated(connection, timeline, now);
  }
}
