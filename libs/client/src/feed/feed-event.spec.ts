import { describe, expect, it } from '@jest/globals';
import { isChanged } from '@tributary/testing/changed-numbers';
import { readFeedEvent } from './feed-event.js';

describe('readFeedEvent', () => {
  it('keeps the numbers of an activity', () => {
    const data = '{"$id":"1","$received_ts":5,"n":[9007199254740993,12345678901234567.89,1e400,-0,1.10]}';
    const event = readFeedEvent({ event: 'activity', data });
    expect(event?.kind === 'activity' && JSON.stringify(event.activity)).toBe(data);
    expect(isChanged(data)).toBe(true);
  });
});
