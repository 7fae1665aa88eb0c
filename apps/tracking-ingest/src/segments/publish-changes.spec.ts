import { describe, expect, it } from '@jest/globals';
import type { Change } from './membership-rows.js';
import { changesPerMessage, toMessages } from './publish-changes.js';

const change = (difference: Partial<Change> = {}): Change => ({
  datamart_id: '1',
  user_point_id: 'p',
  segment_id: 's',
  is_member: true,
  expiration_ts: '5',
  version: '7',
  ...difference,
});

describe('messages of changed memberships', () => {
  it('are one per datamart', () => {
    expect(toMessages([change(), change({ datamart_id: '2', expiration_ts: null }), change()])).toEqual([
      { datamart_id: '1', changes: [published({ expiration_ts: 5 }), published({ expiration_ts: 5 })] },
      { datamart_id: '2', changes: [published({ expiration_ts: null })] },
    ]);
  });

  it('are below 1 MiB, also when every segment id must be escaped', () => {
    const longest = change({ segment_id: '\u0001'.repeat(255), version: String(Number.MAX_SAFE_INTEGER) });
    const messages = toMessages(Array.from({ length: changesPerMessage + 1 }, () => longest));
    expect(messages.map(({ changes }) => changes.length)).toEqual([changesPerMessage, 1]);
    expect(Buffer.byteLength(JSON.stringify(messages[0]))).toBeLessThan(900 * 1024);
  });
});

const published = (difference: object) => ({
  user_point_id: 'p',
  segment_id: 's',
  is_member: true,
  version: 7,
  ...difference,
});
