import type { Logger } from '@tributary/runtime/logger';
import { Upkeep } from '@tributary/runtime/repeater';
import { ClickHouseConnection, type ClickHouseOptions } from '../clickhouse/clickhouse-connection.js';
import { readTimeline } from '../clickhouse/store-state.js';
import { hourMs, minuteMs } from '@tributary/contracts/rules/time-units';
import { deleteErased } from './delete-erased.js';
import { deleteOutdated } from './delete-outdated.js';
import { repairSurvivors } from './repair-survivors.js';

/** A mutation sends nothing until it is done, and a large one takes long. */
const statementTimeoutMs = hourMs;

/**
 * Deletes each hour what no report shows: rows of erased people, of lost timelines, and too old ones. Computes the survivors
 * of merges again. No report depends on it.
 */
export class Maintenance extends Upkeep {
  private readonly connection: ClickHouseConnection;
  /** As in `performance.now()`. */
  private lastStart = -Infinity;
  private isStopping = false;

  /**
   * @param isOwner whether this process, of all that share the store, does it
   * @param everyMs how often it looks whether a run is due
   */
  constructor(
    options: ClickHouseOptions,
    isOwner: () => boolean,
    private readonly logger: Logger,
    everyMs = minuteMs,
  ) {
    super();
    this.connection = new ClickHouseConnection(options, statementTimeoutMs);
    const onError = (error: unknown) => {
      if (!this.isStopping) logger.warn({ err: error }, 'the facts were not maintained this time');
    };
    this.repeat(() => this.runIfDue(isOwner()), { everyMs, onError });
  }

  /** Does not wait for the statement that is running. */
  override async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.connection.close();
    await super.beforeApplicationShutdown();
  }

  /**
   * A process becomes the owner some time after its start. After a failure, too, it waits for an hour: the server may still be
   * at work on a mutation, and would do it once more.
   */
  private async runIfDue(isOwner: boolean): Promise<void> {
    const now = performance.now();
    if (!isOwner || now - this.lastStart < hourMs) return;
    this.lastStart = now;
    await this.run();
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
