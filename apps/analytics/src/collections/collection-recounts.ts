import type { Publisher } from '@tributary/bus/publishing/publisher';
import { collectionsRequested } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { LRUCache } from 'lru-cache';

/** A count that is younger is not repeated. */
const freshMs = 60_000;
const maxRemembered = 10_000;
/** The most datamarts of one report that are counted again: a report on all of a large platform shows the last hour. */
const maxDatamarts = 100;

/** Asks tracking-ingest to count the collections that a report is about again: at most once a minute each. */
export class CollectionRecounts {
  private readonly recent = new LRUCache<string, true>({ max: maxRemembered, ttl: freshMs });

  constructor(
    private readonly publisher: Publisher,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Does not wait: the counts are in reports some seconds later. */
  request(datamart_ids: string[]): void {
    if (datamart_ids.length > maxDatamarts) return;
    const due = datamart_ids.filter((id) => !this.recent.has(id));
    if (due.length === 0) return;
    for (const id of due) this.recent.set(id, true);
    this.publisher
      .publish(collectionsRequested, [{ id: uuid7(), value: { datamart_ids: due } }])
      .catch((error: unknown) => {
        for (const id of due) this.recent.delete(id);
        this.onError(error);
      });
  }
}
