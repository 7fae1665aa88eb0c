import { describe, expect, it } from '@jest/globals';
import { aMessage, anActivity } from '../../test/messages.js';
import { screenMessages } from './screen-messages.js';

describe('screenMessages', () => {
  it('accepts what tracking stores', () => {
    const messages = [
      aMessage(),
      aMessage({ datamart_id: '42' }),
      aMessage({ activities: [anActivity({ channel_id: null })] }),
    ];
    expect(screenMessages(messages)).toEqual({ accepted: messages, rejected: [] });
  });

  it.each([
    ['a datamart that is no integer', aMessage({ datamart_id: 'one' })],
    ['a datamart beyond an int64', aMessage({ datamart_id: '9'.repeat(19) })],
    ['an activity without a UUID', aMessage({ activities: [anActivity(), anActivity({ activity_id: 'a-1' })] })],
    ['a user point without a UUID', aMessage({ activities: [anActivity({ user_point_id: '' })] })],
    ['a time that is no integer', aMessage({ activities: [anActivity({ ts: 1.5 })] })],
  ])('rejects %s and keeps its neighbours', (_case, message) => {
    const neighbour = aMessage();
    const { accepted, rejected } = screenMessages([message, neighbour]);
    expect(accepted).toEqual([neighbour]);
    expect(rejected).toEqual([{ message, reason: expect.any(String) as unknown }]);
  });
});
