import type { FeedActivity, FeedEvent, Refusal } from '@tributary/client/feed/feed-event';
import { RowList, type FeedRow, type RowBounds } from './row-list.js';

export type ActivityRow = FeedRow<FeedActivity>;
export type RefusalRow = FeedRow<Refusal>;

/** The feed as a page shows it. It is immutable: a new event makes a new view. */
export interface FeedView {
  /** The newest first, as `refusals`. */
  activities: readonly ActivityRow[];
  refusals: readonly RefusalRow[];
  /** Activities that sampling left out. */
  skipped: number;
  isPaused: boolean;
  /** New activities and refusals since the pause. */
  waiting: number;
}

/** 500 rows, and about 32 MB of text at most (two bytes a character). */
const feedBounds: RowBounds = { rows: 500, size: 8_000_000 };

/** The events of the feed. While it is paused the view stands still, and new rows are counted. */
export class FeedBuffer {
  private readonly activities: RowList<FeedActivity>;
  private readonly refusals: RowList<Refusal>;
  private shown: FeedView = { activities: [], refusals: [], skipped: 0, isPaused: false, waiting: 0 };
  private skipped = 0;
  private waiting = 0;
  private isPaused = false;
  private isStale = false;

  constructor(bounds: RowBounds = feedBounds) {
    this.activities = new RowList(bounds);
    this.refusals = new RowList(bounds);
  }

  add(event: FeedEvent): void {
    if (event.kind === 'skipped') this.skipped += event.count;
    else if (this.addRow(event) && this.isPaused) this.waiting += 1;
    this.isStale = true;
  }

  pause(): void {
    // The rows that arrived before the pause are part of what stands still.
    this.view();
    this.isPaused = true;
    this.isStale = true;
  }

  resume(): void {
    this.isPaused = false;
    this.waiting = 0;
    this.isStale = true;
  }

  /** The same object until something has changed. */
  view(): FeedView {
    if (!this.isStale) return this.shown;
    const { isPaused, waiting } = this;
    this.shown = isPaused
      ? { ...this.shown, isPaused, waiting }
      : {
          activities: this.activities.newestFirst(),
          refusals: this.refusals.newestFirst(),
          skipped: this.skipped,
          isPaused,
          waiting,
        };
    this.isStale = false;
    return this.shown;
  }

  private addRow(event: Exclude<FeedEvent, { kind: 'skipped' }>): boolean {
    const { size } = event;
    if (event.kind === 'refused') {
      const { received_ts, error_id, error, head } = event.refusal;
      // Lines of one request share the error_id.
      const id = `${error_id}-${hashOf(`${error} ${head}`)}`;
      return this.refusals.add({ id, received_ts, size, times: 1, value: event.refusal });
    }
    const { $id, $received_ts } = event.activity;
    return this.activities.add({ id: $id, received_ts: $received_ts, size, times: 1, value: event.activity });
  }
}

/** FNV-1a. */
const hashOf = (text: string): string =>
  [...text]
    .reduce((hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0, 2_166_136_261)
    .toString(16);
