import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { ImportPace } from './import-pace.js';

const defaults = {
  /** For so long after an activity, more are expected. */
  expectedMs: 2_000,
  /** For so long after an import, live activities may still feel it: those that had to wait. */
  settlingMs: 200,
};

/** Measures live activities while they are stored, and paces imports by them: both share the thread and the database. */
export class LiveTraffic {
  private readonly pace = new ImportPace();
  private last = -Infinity;
  /** Transactions of imports in progress, and how many have begun. */
  private importing = 0;
  private begun = 0;
  private ended = -Infinity;
  private rested = Promise.resolve();

  constructor(
    metrics: Metrics,
    private readonly durations = defaults,
  ) {
    metrics.addGauge({
      name: 'tributary_tracking_import_pace',
      help: 'The share of their time that imports work: 1 without live activities, less while these take longer than their budget',
      read: () => (this.isFlowing() ? this.pace.share : 1),
    });
  }

  isFlowing(): boolean {
    return performance.now() - this.last < this.durations.expectedMs;
  }

  /** Stores a batch of live activities. Its time counts if it succeeds: an outage is not the fault of imports. */
  async store<Stored>(activities: number, work: () => Promise<Stored>): Promise<Stored> {
    const started = performance.now();
    this.last = started;
    const { begun } = this;
    const mayFeelImport = this.importing > 0 || started - this.ended < this.durations.settlingMs;
    const stored = await work();
    const endedAt = performance.now();
    const isBesideImport = mayFeelImport || this.begun > begun;
    this.pace.addLive({ activities, serviceMs: endedAt - started, endedAt, isBesideImport });
    return stored;
  }

  /** Applies lines of an import. While live activities are expected, a rest follows; those of several imports follow each other. */
  async applyLines(work: () => Promise<void>): Promise<void> {
    const started = performance.now();
    this.importing++;
    this.begun++;
    try {
      await work();
    } finally {
      this.importing--;
      this.ended = performance.now();
      if (this.isFlowing()) await this.rest(this.pace.restMs(this.ended - started));
    }
  }

  private async rest(ms: number): Promise<void> {
    if (ms === 0) return;
    const rested = this.rested.then(() => sleep(ms));
    this.rested = rested;
    await rested;
  }
}
