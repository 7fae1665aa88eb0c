import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { ImportPace, pace } from './import-pace.js';

const defaults = {
  /** For so long after an activity, more are expected. */
  expectedMs: 2_000,
  /** For so long after an import, or as long as it took, live activities may still feel it: those that had to wait. */
  settlingMs: 200,
};

const realTime = { now: () => performance.now(), sleep: (ms: number): Promise<void> => sleep(ms) };

/** Measures live activities while they are stored, and paces imports by them: both share the thread and the database. */
export class LiveTraffic {
  private readonly pace = new ImportPace();
  private last = -Infinity;
  /** Transactions of imports in progress, and how many have begun. */
  private importing = 0;
  private begun = 0;
  private settledAt = -Infinity;
  private rested = Promise.resolve();
  private restedAt = -Infinity;
  /** Resolves when all transactions that have begun have ended. */
  private idle = Promise.resolve();
  private pause?: Promise<void> | undefined;
  private endPause = (): void => {};
  /** When a batch last passed without imports, or they paused for it. */
  private measuredAt = -Infinity;

  constructor(
    metrics: Metrics,
    private readonly durations = defaults,
    private readonly time = realTime,
  ) {
    metrics.addGauge({
      name: 'tributary_tracking_import_pace',
      help: 'The share of their time that imports work: 1 without live activities, less while these take longer than their budget',
      read: () => (this.isFlowing() ? this.pace.share : 1),
    });
  }

  isFlowing(): boolean {
    return this.time.now() - this.last < this.durations.expectedMs;
  }

  /** Stores a batch of live activities. Its time counts if it succeeds: an outage is not the fault of imports. */
  async store<Stored>(activities: number, work: () => Promise<Stored>): Promise<Stored> {
    const started = this.time.now();
    this.last = started;
    const { begun } = this;
    const mayFeelImport = this.importing > 0 || started < this.settledAt;
    const stored = await work();
    const endedAt = this.time.now();
    const isBesideImport = mayFeelImport || this.begun > begun;
    if (!isBesideImport) {
      this.measuredAt = endedAt;
      this.endPause();
    }
    this.pace.addLive({ activities, serviceMs: endedAt - started, endedAt, isBesideImport });
    return stored;
  }

  /**
   * Applies lines of an import that have waited since then. While live activities are expected, a rest follows; those of
   * several imports follow each other.
   */
  async applyLines(work: () => Promise<void>, waitingSince = this.time.now()): Promise<void> {
    if (this.pause) await this.pause;
    const started = this.time.now();
    this.importing++;
    this.begun++;
    try {
      const working = work();
      this.idle = Promise.allSettled([this.idle, working]).then(() => {});
      await working;
    } finally {
      this.importing--;
      const ended = this.time.now();
      this.settledAt = Math.max(this.settledAt, ended + Math.min(ended - started, this.durations.settlingMs));
      const startOfRest = Math.max(ended, this.restedAt);
      if (this.isFlowing() && startOfRest - waitingSince <= pace.maxWaitMs) await this.rest(ended - started);
    }
  }

  private async rest(workMs: number): Promise<void> {
    const ms = this.pace.restMs(workMs);
    if (ms === 0) return;
    const now = this.time.now();
    if (now - this.measuredAt >= pace.pauseEveryMs) this.pause ??= this.pauseAll();
    if (this.pause) return this.pause;
    this.restedAt = Math.max(now, this.restedAt) + ms;
    this.rested = this.rested.then(() => this.time.sleep(ms));
    await this.rested;
  }

  /** Until a live batch has passed without imports. Otherwise their budget may not be known before the imports end. */
  private async pauseAll(): Promise<void> {
    await this.idle;
    const measured = new Promise<void>((resolve) => (this.endPause = resolve));
    await Promise.race([measured, this.time.sleep(pace.maxPauseMs)]);
    this.measuredAt = this.time.now();
    this.pause = undefined;
  }
}
