import { findsAny } from '@tributary/database/finds-any';
import { transaction } from '@tributary/database/transaction';
import { Upkeep } from '@tributary/runtime/repeater';
import type { DirectoryStore } from '@tributary/security/directory.store';
import type { DataSource } from 'typeorm';
import { countCollections, dueCounts } from './count-collections.js';

/** How often to look for new datamarts, and to add up the changes since the last count. */
const checkEveryMs = 5_000;
/** Counts that are younger are not repeated, although a report asks for them. */
const freshMs = 60_000;

export interface CollectionsCountingOptions {
  dataSource: DataSource;
  directory: DirectoryStore;
  intervalMs: number;
  onError: (error: unknown) => void;
}

/**
 * Counts every datamart of the directory when the process starts, or when the datamart appears, and then at each interval.
 * Of several processes, the first one that is due counts.
 */
export class CollectionsCounting extends Upkeep {
  private readonly started = Date.now();

  constructor(private readonly options: CollectionsCountingOptions) {
    super();
    const { intervalMs, onError } = options;
    this.repeat(() => this.count(Date.now()), { everyMs: Math.min(checkEveryMs, intervalMs), onError });
  }

  /** @param now epoch milliseconds */
  async countAgain(datamart_ids: string[], now: number): Promise<void> {
    const countedBefore = now - freshMs;
    await transaction(this.options.dataSource, (client) =>
      countCollections(client, datamart_ids, { countedBefore, now }),
    );
  }

  private async count(now: number): Promise<void> {
    const { dataSource, directory, intervalMs } = this.options;
    const datamart_ids = [...directory.datamarts()].map(([datamart_id]) => datamart_id);
    const countedBefore = Math.max(this.started, now - intervalMs);
    if (await findsAny(dataSource, dueCounts(datamart_ids, countedBefore)))
      await transaction(dataSource, (client) => countCollections(client, datamart_ids, { countedBefore, now }));
  }
}
