import { describe, expect, it } from '@jest/globals';
import type { FactsPageDue } from '@tributary/contracts/facts-request';
import { nextStart, reachedDays } from './next-page.js';

const now = Date.parse('2026-11-21T11:26:49Z');

describe('nextStart', () => {
  it('goes through merges, memberships, the days that reports reach with those ahead, and the undated activities', () => {
    const seen: (string | undefined)[] = [];
    let due: FactsPageDue | undefined = { request_id: 'r', page: 0, step: 'merges' };
    while (due) {
      seen.push(due.day ?? due.step);
      const next = nextStart(due, now);
      due = next && { request_id: 'r', page: 0, ...next };
    }
    expect(seen.slice(0, 4)).toEqual(['merges', 'memberships', '2026-07-14', '2026-07-15']);
    expect(seen.slice(-3)).toEqual(['2026-11-27', '2026-11-28', '-infinity']);
    expect(seen).toHaveLength(2 + reachedDays + 8 + 1);
  });
});
