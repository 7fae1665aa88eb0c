import { describe, expect, it } from '@jest/globals';
import type { BackfillPageDue } from '@tributary/contracts/tracking/backfill';
import { nextStart, reportedDays } from './next-page.js';

const now = Date.parse('2026-11-21T11:26:49Z');

describe('nextStart', () => {
  it('goes through erasures, merges, deletions of segments, memberships, the days that reports reach, the days ahead, and the undated activities', () => {
    const seen: (string | undefined)[] = [];
    let due: BackfillPageDue | undefined = { request_id: 'r', page: 0, step: 'erasures' };
    while (due) {
      seen.push(due.day ?? due.step);
      const next = nextStart(due, now);
      due = next && { request_id: 'r', page: 0, ...next };
    }
    expect(seen.slice(0, 6)).toEqual(['erasures', 'merges', 'deletions', 'memberships', '2026-07-14', '2026-07-15']);
    expect(seen.slice(-3)).toEqual(['2026-11-27', '2026-11-28', '-infinity']);
    expect(seen).toHaveLength(4 + reportedDays + 8 + 1);
  });
});
