import { expect, it } from '@jest/globals';
import { RecentRequests } from './recent-requests.js';

it('a datamart is due again after five seconds, and after a request that has failed', () => {
  const recent = new RecentRequests();
  expect(recent.take(['1', '2'], 1_000)).toEqual(['1', '2']);
  expect(recent.take(['2', '3'], 5_999)).toEqual(['3']);
  expect(recent.take(['1', '2', '3'], 6_000)).toEqual(['1', '2']);
  recent.forget(['1']);
  expect(recent.take(['1', '2'], 6_001)).toEqual(['1']);
});

it('a clock that is set back holds nothing up', () => {
  const recent = new RecentRequests();
  recent.take(['1'], 1_000_000);
  expect(recent.take(['1'], 1_000)).toEqual(['1']);
});
