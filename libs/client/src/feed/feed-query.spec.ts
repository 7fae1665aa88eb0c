import { describe, expect, it } from '@jest/globals';
import { feedQuery } from './feed-query.js';

describe('feedQuery', () => {
  it('repeats the event names', () =>
    expect(
      feedQuery({
        type: ['TOUCH'],
        event_name: ['$page_view', '!x y'],
        identifier: 'user_agent_id=a,b',
        sample: 5,
      }).toString(),
    ).toBe('type=TOUCH&event_name=%24page_view&event_name=%21x+y&identifier=user_agent_id%3Da%2Cb&sample=5'));
});
