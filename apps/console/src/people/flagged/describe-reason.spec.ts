import { describe, expect, it } from '@jest/globals';
import { describeReason } from './describe-reason.js';

describe('describeReason', () => {
  it('names the latest cause', () => {
    const causes = [
      { cause: 'ACTIVITY' as const, id: 'b', ts: 2 },
      { cause: 'IMPORT' as const, id: 'a', ts: 1 },
    ];
    expect(describeReason({ rule: 'ACCOUNTS', count: 6, since_ts: 1, causes })).toBe(
      '6 accounts in 7 days, last by the activity b',
    );
  });

  it('does without one', () =>
    expect(describeReason({ rule: 'MERGES', count: 1_200, since_ts: 1, causes: [] })).toBe('1,200 merges in 14 days'));
});
