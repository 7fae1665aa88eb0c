import { Inject, Injectable } from '@nestjs/common';
import { findsAny } from '@tributary/database/finds-any';
import { transaction } from '@tributary/database/transaction';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Upkeep } from '@tributary/runtime/repeater';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource } from 'typeorm';
import { SETTINGS, type TrackingSettings } from '../config.js';
import { countCollections, dueCounts } from './count-collections.js';

/** How often to look for new datamarts, and to add up the changes since the last count. */
const checkEveryMs = 5_000;
/** Counts that are younger are not repeated, although a report asks for them. */
const freshMs = 60_000;

/**
 * Counts every datamart of the directory when the process starts, or when the datamart appears, and then at each interval.
 * Of several processes, the first one that is due counts.
 */
@Injectable()
export class CollectionsCounting extends Upkeep {
  private readonly started = Date.now();

  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: DirectoryStore,
    @Inject(SETTINGS) private readonly settings: Pick<TrackingSettings, 'COLLECTIONS_INTERVAL'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    const onError = (err: unknown) => logger.warn({ err }, 'cannot count the collections, will retry');
    const everyMs = Math.min(checkEveryMs, settings.COLLECTIONS_INTERVAL);
    this.repeat(() => this.count(Date.now()), { everyMs, onError });
  }

  /** @param now epoch milliseconds */
  async countAgain(datamart_ids: string[], now: number): Promise<void> {
    const countedBefore = now - freshMs;
    await transaction(this.dataSource, (client) => countCollections(client, datamart_ids, { countedBefore, now }));
  }

  private async count(now: number): Promise<void> {
    const { dataSource, directory, settings } = this;
    const datamart_ids = [...directory.datamarts()].map(([datamart_id]) => datamart_id);
    const countedBefore = Math.max(this.started, now - settings.COLLECTIONS_INTERVAL);
    if (await findsAny(dataSource, dueCounts(datamart_ids, countedBefore)))
      await transaction(dataSource, (client) => countCollections(client, datamart_ids, { countedBefore, now }));
  }
}
