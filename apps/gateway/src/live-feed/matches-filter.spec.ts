import { describe, expect, it } from '@jest/globals';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { FeedActivity } from './feed-activity.js';
import { matchesFilter, matchesRefusal, type Filter } from './matches-filter.js';

const agent: Identifier = { type: 'USER_AGENT', value: 'web:1:abc' };
const account: Identifier = { type: 'USER_ACCOUNT', compartment_id: 'default', value: 'u' };
const body = JSON.stringify({ $type: 'SITE_VISIT', $events: [{ $event_name: 'a' }, { $event_name: 'b' }] });
const common = { activity_id: 'i', received_ts: 1, identifiers: [account, agent] };
const activity = new FeedActivity({ ...common, body });
const filter = (given: Partial<Filter>): Filter => ({ type: [], event_name: [], ...given });

describe('an activity', () => {
  it.each<[Partial<Filter>, boolean]>([
    [{}, true],
    [{ type: ['SITE_VISIT'] }, true],
    [{ type: ['TOUCH', 'SITE_VISIT'] }, true],
    [{ type: ['TOUCH'] }, false],
    [{ type: ['site_visit'] }, false],
    [{ type: ['!SITE_VISIT'] }, false],
    [{ type: ['!TOUCH'] }, true],
    [{ event_name: ['a'] }, true],
    [{ event_name: ['c', 'b'] }, true],
    [{ event_name: ['c'] }, false],
    [{ event_name: ['!c'] }, true],
    [{ event_name: ['!b'] }, false],
    [{ event_name: ['a', '!b'] }, false],
    [{ event_name: ['a', '!c'] }, true],
    [{ type: ['SITE_VISIT'], event_name: ['c'] }, false],
    [{ identifier: agent }, true],
    [{ identifier: account }, true],
    [{ identifier: { ...account, compartment_id: 'other' } }, false],
    [{ identifier: { type: 'USER_AGENT', value: 'u' } }, false],
    [{ identifier: agent, type: ['TOUCH'] }, false],
  ])('with the filter %j passes: %j', (given, expected) =>
    expect(matchesFilter(filter(given), activity)).toBe(expected),
  );

  it.each([[null], [undefined], [[]]])('with the events %j has no event', ($events) => {
    const without = new FeedActivity({ ...common, body: JSON.stringify({ $type: 'TOUCH', $events }) });
    expect(matchesFilter(filter({ event_name: ['a'] }), without)).toBe(false);
    expect(matchesFilter(filter({ event_name: ['!a'] }), without)).toBe(true);
  });

  it('is shown as it was sent, on one line', () => {
    const { event } = new FeedActivity({ ...common, body: '{\r\n "n": 12345678901234567890.10\n}', received_ts: 7 });
    expect(event).toBe(
      'id: i\nevent: activity\ndata: {"n": 12345678901234567890.10,"$ts":7,"$id":"i","$received_ts":7}\n\n',
    );
  });
});

describe('a refusal', () => {
  const refusal = { received_ts: 1, error_code: 'BAD_REQUEST_DATA' as const, error: 'x', error_id: 'e', head: body };

  it('passes every filter but that of an identifier, which must stand in it', () => {
    expect(matchesRefusal(filter({ type: ['TOUCH'], event_name: ['!a'] }), refusal)).toBe(true);
    expect(matchesRefusal(filter({ identifier: agent }), refusal)).toBe(false);
    expect(matchesRefusal(filter({ identifier: agent }), { ...refusal, head: '{"$user_agent_id":"web:1:abc"}' })).toBe(
      true,
    );
  });
});
