import { hourOf } from '@tributary/contracts/tracking/activities-accepted';
import { dayMs, hourMs } from '@tributary/contracts/rules/time-units';
import { batchMemoryDays } from '../activities/execution-days.js';
import type { TrackingSettings } from '../config.js';

/** Epoch milliseconds: the first, and the one behind the last. */
export interface CountWindow {
  since_ts: number;
  until_ts: number;
}

interface KnownWindows {
  /** For the counts by hour. */
  counts: CountWindow;
  /** For stored activities in no partition of a day, by their receipt. */
  activities: CountWindow;
  merges: CountWindow;
}

type KeptFor = Pick<TrackingSettings, 'DEDUPE_WINDOW_DAYS' | 'ACTIVITY_RETENTION_DAYS'>;

/**
 * Where the counts of a range begin and end: with whole hours, as they are kept, and not before what is still known. A window
 * without an hour begins behind its end: nothing of the range is known.
 */
export function knownWindows(range: { from_ts: number; to_ts: number }, settings: KeptFor, now: number): KnownWindows {
  const until_ts = Math.min(hourOf(range.to_ts) + hourMs, now);
  const knownFor = (days: number): CountWindow => ({
    since_ts: Math.max(hourOf(range.from_ts), hourOf(now - days * dayMs) + hourMs),
    until_ts,
  });
  return {
    // The counts of lines are those of their batches.
    counts: knownFor(Math.min(settings.DEDUPE_WINDOW_DAYS, batchMemoryDays)),
    activities: knownFor(settings.ACTIVITY_RETENTION_DAYS),
    merges: { since_ts: range.from_ts, until_ts: now },
  };
}

/** Whether anything of the window is known. A range that has not begun is known to be empty. */
export const isKnown = ({ since_ts, until_ts }: CountWindow, from_ts: number) =>
  since_ts < until_ts || since_ts === hourOf(from_ts);
