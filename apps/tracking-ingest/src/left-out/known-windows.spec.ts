import { describe, expect, it } from '@jest/globals';
import { isKnown, knownWindows } from './known-windows.js';

const hour = 3_600_000;
const day = 24 * hour;
/** Twenty past an hour. */
const now = 1_000 * day + 20 * 60_000;
const settings = { DEDUPE_WINDOW_DAYS: 14, ACTIVITY_RETENTION_DAYS: 30 };
const firstCounted = now - 20 * 60_000 - 14 * day + hour;

describe('the window of counts by hour', () => {
  it.each([
    ['has the whole hours of a range', now - 3 * hour, now - 2 * hour, [-3 * hour, -hour], true],
    ['ends now', now - 3 * hour, now + hour, [-3 * hour, 20 * 60_000], true],
    ['begins when counts are kept', now - 20 * day, now - hour, [firstCounted - 1_000 * day, 0], true],
    ['is unknown before that', now - 20 * day, now - 18 * day, [firstCounted - 1_000 * day, -18 * day + hour], false],
    ['is empty, and known, in the future', now + hour, now + 2 * hour, [hour, 20 * 60_000], true],
  ])('%s', (_case, from_ts, to_ts, [since = 0, until = 0], known) => {
    const { counts } = knownWindows({ from_ts, to_ts }, settings, now);
    expect(counts).toEqual({ since_ts: 1_000 * day + since, until_ts: 1_000 * day + until });
    expect(isKnown(counts, from_ts)).toBe(known);
  });

  it('is not longer than batches are remembered', () => {
    const range = { from_ts: now - 60 * day, to_ts: now };
    const { counts, activities } = knownWindows(range, { ...settings, DEDUPE_WINDOW_DAYS: 90 }, now);
    expect(counts.since_ts).toBe(1_000 * day - 31 * day + hour);
    expect(activities.since_ts).toBe(1_000 * day - 30 * day + hour);
  });
});
