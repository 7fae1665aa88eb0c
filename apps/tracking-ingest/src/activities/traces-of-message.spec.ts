import { describe, expect, it } from '@jest/globals';
import type { ActivitiesStored } from '@tributary/contracts/tracking/activity';
import { tracesOfMessage } from './traces-of-message.js';

const stored = (datamart_id: string, ...ids: string[]): ActivitiesStored => ({
  datamart_id,
  activities: ids.map((activity_id) => ({ activity_id, user_point_id: 'u', ts: 1, type: 'TOUCH' })),
});

describe('the traces of a message to reports', () => {
  it.each([
    ['nothing is recorded', stored('1', 'a'), [], undefined],
    ['one of its activities came in a trace', stored('1', 'a', 'b'), ['1/b'], 'of 1/b'],
    ['several did', stored('1', 'a', 'b'), ['1/a', '1/b'], 'of 1/a,of 1/b'],
    ['the activity of the trace was not stored now', stored('1', 'a'), ['1/other'], undefined],
    ['another datamart has an activity of that id', stored('1', 'a'), ['2/a'], undefined],
    ['the client wrote the id in capitals', stored('1', 'a'), ['1/A'], 'of 1/A'],
  ])('when %s', (_case, message, ids, expected) => {
    const handled = ids.map((message_id) => ({ message_id, traceparent: `of ${message_id}` }));
    expect(tracesOfMessage(message, handled)).toBe(expected);
  });
});
