import type { Publisher } from '@tributary/bus/publishing/publisher';
import { collectionsRequested } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { RecentRequests } from './recent-requests.js';

/** The most datamarts of one report that are counted again: a report on all of a large platform shows the last hour. */
const maxDatamarts = 100;

/** Asks tracking-ingest to count the collections that a report is about again. It does so at most once a minute. */
export class CollectionRecounts {
  private readonly recent = new RecentRequests();

  constructor(
    private readonly publisher: Publisher,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Does not wait: the counts are in reports some seconds later. @param now epoch milliseconds */
  request(datamart_ids: string[], now: number): void {
    const due = datamart_ids.length > maxDatamarts ? [] : this.recent.take(datamart_ids, now);
    if (due.length === 0) return;
    this.publisher
      .publish(collectionsRequested, [{ id: uuid7(), value: { datamart_ids: due } }])
      .catch((error: unknown) => {
        this.recent.forget(due);
        this.onError(error);
      });
  }
}
