import { describe, expect, it } from '@jest/globals';
import { UserActivity } from '@tributary/contracts/tracking/user-activity';
import fc from 'fast-check';
import { restrictActivity } from './restrict-activity.js';

const restrict = (text: string, key: { channel_id?: string; accepts_profiles?: boolean } = {}) =>
  restrictActivity(UserActivity.parse(JSON.parse(text)), text, { accepts_profiles: false, ...key });
const textOf = (...given: Parameters<typeof restrict>) => restrict(...given).text;

describe('the channel of a collect key', () => {
  const channel_id = 'c "1"';
  it.each([
    ['{"$type":"SITE_VISIT"}', '{"$type":"SITE_VISIT","$site_id":"c \\"1\\""}'],
    ['{"$type":"TOUCH","n":12345678901234567890}', '{"$type":"TOUCH","n":12345678901234567890,"$site_id":"c \\"1\\""}'],
    ['{"$type":"APP_VISIT","$app_id":null}', '{"$type":"APP_VISIT","$app_id":"c \\"1\\""}'],
    ['{"$type":"CTV_VISIT","$site_id":""}', '{"$type":"CTV_VISIT","$site_id":"","$ctv_id":"c \\"1\\""}'],
    ['{"$type":"x","\\u0024site_id":""}', '{"$type":"x","$site_id":"c \\"1\\""}'],
  ])('is added to %s', (sent, published) => {
    expect(textOf(sent, { channel_id })).toBe(published);
    const { activity } = restrict(sent, { channel_id });
    expect(activity).toEqual(JSON.parse(published));
  });

  it.each(['{"$type":"APP_VISIT", "$site_id":"c"}', '{"$type":"x", "$app_id":"c","$ctv_id":"d"}'])(
    'changes nothing of %s, which names it',
    (sent) => expect(textOf(sent, { channel_id: 'c' })).toBe(sent),
  );

  it.each(['{"$type":"x","$site_id":"d"}', '{"$type":"x","$site_id":"d","$app_id":"c"}'])('refuses %s', (sent) => {
    expect(() => restrict(sent, { channel_id: 'c' })).toThrow(expect.objectContaining({ code: 'AUTHORIZATION_ERROR' }));
    expect(textOf(sent)).toBe(sent);
  });
});

describe('profile events', () => {
  const profile = '{"$event_name":"$set_user_profile_properties","$properties":{"a":1}}';
  const other = '{ "$event_name": "x", "$properties": {"n": 1.0} }';

  it.each([
    [`{"$type":"x","$events":[${profile}]}`, '{"$type":"x","$events":[]}', 1],
    [`{"$type":"x","$events":[${profile}, ${other} ,${profile}],"y":1}`, `{"$type":"x","$events":[${other}],"y":1}`, 2],
    [`{"$type":"x","$events":[${other}],"$events":[${profile}]}`, '{"$type":"x","$events":[]}', 1],
  ])('are left out of %s', (sent, published, count) => {
    const restricted = restrict(sent);
    expect([restricted.text, restricted.profileEvents]).toEqual([published, count]);
    expect(restricted.activity).toEqual(JSON.parse(published));
    expect(restrict(sent, { accepts_profiles: true })).toMatchObject({ text: sent, profileEvents: 0 });
  });

  it('leave all other members and events as they were', () =>
    fc.assert(
      fc.property(fc.array(fc.boolean()), fc.jsonValue(), (isProfile, custom) => {
        const $events = isProfile.map((is, n) => ({
          $event_name: is ? '$set_user_profile_properties' : 'x',
          n,
          custom,
        }));
        const sent = JSON.stringify({ $type: 'x', custom, $events });
        const { $events: kept, ...rest } = JSON.parse(textOf(sent)) as Record<string, unknown>;
        expect(rest).toEqual(JSON.parse(JSON.stringify({ $type: 'x', custom })));
        expect(kept).toEqual(JSON.parse(JSON.stringify($events.filter(({ $event_name }) => $event_name === 'x'))));
      }),
    ));
});
