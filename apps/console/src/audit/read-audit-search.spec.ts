import { describe, expect, it } from '@jest/globals';
import { auditQuery, readAuditSearch } from './read-audit-search.js';

describe('the filters of the audit', () => {
  it('are those of the address that the API can take', () => {
    const given = {
      page: 2,
      action: 'READ',
      resource: 'user_point',
      user: 7,
      since: '2026-11-27',
      until: '2026-11-28',
    };
    expect(readAuditSearch(given)).toEqual({ ...given, user: '7' });
    expect(readAuditSearch({ page: 'x', action: 'LOOK', resource: 3, user: 'me', since: 'now', until: null })).toEqual(
      {},
    );
  });

  it('take whole days', () => {
    expect(auditQuery({ since: '2026-11-27', until: '2026-11-28', user: '7' })).toEqual({
      since: Date.UTC(2026, 10, 27),
      until: Date.UTC(2026, 10, 29),
      user_id: '7',
    });
  });
});
