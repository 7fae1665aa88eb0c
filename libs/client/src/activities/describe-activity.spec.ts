import { describe, expect, it } from '@jest/globals';
import { asSent, describeActivity } from './describe-activity.js';

describe('describeActivity', () => {
  it.each([
    [
      'all of it',
      {
        $type: 'SITE_VISIT',
        $site_id: '7',
        $events: [{ $event_name: 'a' }, { $event_name: 'b' }, { $event_name: 'a' }],
      },
      { type: 'SITE_VISIT', channel: '7', events: ['a', 'b'] },
    ],
    [
      'the first channel',
      { $type: 'X', $site_id: null, $app_id: 'app', $ctv_id: 'tv' },
      { type: 'X', channel: 'app', events: [] },
    ],
    ['nothing', {}, { type: '', channel: '', events: [] }],
    [
      'odd values',
      { $type: {}, $site_id: [], $events: [null, 7, { $event_name: {} }] },
      { type: '', channel: '', events: [] },
    ],
  ])('shows %s', (_case, activity, summary) => expect(describeActivity(activity)).toEqual(summary));
});

it('sends an activity again without what the platform has added', () =>
  expect(asSent({ $id: 'x', $received_ts: 1, $type: 'TOUCH', own: null })).toEqual({ $type: 'TOUCH', own: null }));
