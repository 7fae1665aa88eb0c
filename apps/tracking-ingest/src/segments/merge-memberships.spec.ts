import { describe, expect, it } from '@jest/globals';
import { mergeMemberships } from './merge-memberships.js';
import type { MembershipRow } from './membership-rows.js';

const now = 1_000;
const row = (data_bag: string, difference: Partial<MembershipRow> = {}): MembershipRow => ({
  datamart_id: '7',
  user_point_id: 'p',
  segment_id: 's',
  data_bag,
  creation_ts: '10',
  last_modified_ts: '10',
  expiration_ts: null,
  write_version: '1',
  ...difference,
});

describe('the merge of two memberships of one segment', () => {
  it.each<[string, Partial<MembershipRow>, Partial<MembershipRow>, Partial<MembershipRow>[]]>([
    ['the one modified last', {}, { last_modified_ts: '11' }, [{ data_bag: 'b', last_modified_ts: '11' }]],
    ['the first creation', { creation_ts: '9' }, { last_modified_ts: '11' }, [{ data_bag: 'b', creation_ts: '9' }]],
    ['the one that expires later', { expiration_ts: '2000' }, { expiration_ts: '3000' }, [{ data_bag: 'b' }]],
    ['the one that never expires', {}, { expiration_ts: '3000' }, [{ data_bag: 'a' }]],
    ['the newer write', { last_modified_ts: '11' }, { write_version: '2' }, [{ data_bag: 'a', write_version: '2' }]],
    ['nothing of an expired one', {}, expired({ last_modified_ts: '11' }), [row('a')]],
    ['neither of two expired ones', expired(), expired(), []],
  ])('is %s', (_case, a, b, expected) => {
    const rows = [row('a', a), row('b', b)];
    const merged = expected.map((one) => expect.objectContaining(one));
    expect(mergeMemberships(rows, now)).toEqual(merged);
    expect(mergeMemberships(rows.reverse(), now)).toEqual(merged);
  });
});

/** At this instant. */
function expired(difference: Partial<MembershipRow> = {}): Partial<MembershipRow> {
  return { expiration_ts: String(now), creation_ts: '5', write_version: '9', ...difference };
}
