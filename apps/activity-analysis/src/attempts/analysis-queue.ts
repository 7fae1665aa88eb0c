import { setTimeout as pause } from 'node:timers/promises';
import type { AnalyzerConfig } from './analyzer-configs.js';
import type { Claim, ClaimedActivity } from './claim-activities.js';

interface AnalysisQueueOptions {
  config: () => AnalyzerConfig;
  /** Takes slots for as many activities as may start. */
  reserve: () => number;
  giveBack: (unused: number) => void;
  claim: (room: number, config: AnalyzerConfig) => Promise<Claim>;
  start: (claimed: ClaimedActivity, config: AnalyzerConfig) => void;
  onError: (error: unknown) => void;
}

/**
 * Claims are at least so far apart: calls that end meanwhile make room for several activities, which one transaction claims
 * for little more than one.
 */
const pauseMs = 5;
/** Long waits are looked at again: a timer has a limit. */
const maxSleepMs = 60_000;

/** Claims the activities of one queue as long as there are any, there is room, and its throttlings allow it. */
export class AnalysisQueue {
  private isClaiming = false;
  private isSignalled = false;
  /** Set while a throttling refuses calls for some time. */
  private sleep?: { config: AnalyzerConfig; timer: NodeJS.Timeout } | undefined;

  constructor(private readonly options: AnalysisQueueOptions) {}

  /** There may be activities. During a sleep it claims none, unless the configuration has changed. */
  wake(): void {
    if (this.sleep && this.sleep.config.version === this.options.config().version) return;
    this.endSleep();
    this.isSignalled = true;
    if (!this.isClaiming) void this.claimAll();
  }

  endSleep(): void {
    clearTimeout(this.sleep?.timer);
    this.sleep = undefined;
  }

  private async claimAll(): Promise<void> {
    this.isClaiming = true;
    try {
      while (this.isSignalled) {
        this.isSignalled = false;
        if (await this.claimSome()) this.isSignalled = true;
        await pause(pauseMs);
      }
    } catch (error) {
      // The poll wakes the queue again.
      this.options.onError(error);
    } finally {
      this.isClaiming = false;
    }
  }

  /** True if there may be more to claim at once. */
  private async claimSome(): Promise<boolean> {
    const room = this.options.reserve();
    if (room === 0) return false;
    const config = this.options.config();
    let unused = room;
    try {
      const { activities, refusal, hasMore } = await this.options.claim(room, config);
      unused -= activities.length;
      for (const claimed of activities) this.options.start(claimed, config);
      if (refusal?.waitMs !== undefined) this.sleepFor(refusal.waitMs, config);
      return hasMore && !this.sleep;
    } finally {
      this.options.giveBack(unused);
    }
  }

  private sleepFor(waitMs: number, config: AnalyzerConfig): void {
    this.endSleep();
    const wakeUp = () => {
      this.endSleep();
      this.wake();
    };
    this.sleep = { config, timer: setTimeout(wakeUp, Math.min(Math.ceil(waitMs), maxSleepMs)) };
  }
}
