import { LRUCache } from 'lru-cache';

/** Far below the minute in which tracking-ingest counts once: a count that has just become old is repeated soon. */
const pauseMs = 5_000;
const maxRemembered = 10_000;

/** The datamarts for which new counts were requested a moment ago: a page of charts reads the same ones many times. */
export class RecentRequests {
  private readonly requested = new LRUCache<string, number>({ max: maxRemembered });

  /** Takes the datamarts that are due, which then count as requested. @param now epoch milliseconds */
  take(datamart_ids: string[], now: number): string[] {
    const due = datamart_ids.filter((id) => Math.abs(now - (this.requested.get(id) ?? -Infinity)) >= pauseMs);
    for (const id of due) this.requested.set(id, now);
    return due;
  }

  forget(datamart_ids: string[]): void {
    for (const id of datamart_ids) this.requested.delete(id);
  }
}
