import { expect, it } from '@jest/globals';
import { passesFeedQuery, type FeedNames } from './passes-feed-query.js';

const activity = { $id: 'a', $received_ts: 1, $type: 'TOUCH', $events: [{ $event_name: 'basket' }] };

it.each<[FeedNames, boolean]>([
  [{}, true],
  [{ type: ['TOUCH'] }, true],
  [{ type: ['!TOUCH'] }, false],
  [{ event_name: ['basket', 'page'] }, true],
  [{ type: ['TOUCH'], event_name: ['page'] }, false],
  [{ event_name: ['!page'] }, true],
])('with the filter %j an activity passes: %j', (query, expected) =>
  expect(passesFeedQuery(query, activity)).toBe(expected),
);

it.each([null, undefined, 'x'])('with the events %j an activity has none', ($events) => {
  expect(passesFeedQuery({ event_name: ['basket'] }, { ...activity, $events })).toBe(false);
  expect(passesFeedQuery({ event_name: ['!basket'] }, { ...activity, $events })).toBe(true);
});
