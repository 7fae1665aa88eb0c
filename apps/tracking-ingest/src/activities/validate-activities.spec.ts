import { describe, expect, it } from '@jest/globals';
import type { Received } from '@tributary/bus/messages/message';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { splitArrived } from './unstored-activity.js';
import { validateActivities } from './validate-activities.js';

const now = Date.parse('2026-03-01T12:00:00Z');
const message = (body: object | string, difference: Partial<ActivityReceived> = {}): Received<ActivityReceived> => ({
  topic: 'tracking.activity-received.v1',
  key: 'k',
  id: 'm',
  time: now,
  value: {
    datamart_id: '1',
    activity_id: '0191f7a0-0000-7000-8000-000000000001',
    received_ts: now,
    identifiers: [{ type: 'USER_AGENT', value: 'g' }],
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...difference,
  },
});
const screen = (...batch: Received<ActivityReceived>[]) => {
  const { accepted, rejected } = validateActivities(batch, now, {
    retentionDays: 400,
    countsUnkeyed: true,
    plans: new TrackingPlans(),
  });
  return { ...splitArrived(accepted), accepted: splitArrived(accepted).activities, rejected };
};
const only = (body: object) => screen(message(body)).accepted[0];

describe('validateActivities', () => {
  it('uses the time of arrival when the activity has none', () => {
    expect(only({ $type: 'TOUCH' })).toMatchObject({ ts: String(now), day: '2026-03-01' });
    expect(only({ $type: 'TOUCH', $ts: null })).toMatchObject({ ts: String(now) });
  });

  it('takes a decimal text for the time', () => {
    const $ts = Date.parse('2026-02-27T08:00:00Z');
    expect(only({ $type: 'TOUCH', $ts: String($ts) })).toEqual({
      ...only({ $type: 'TOUCH', $ts }),
      body: JSON.stringify({ $type: 'TOUCH', $ts: String($ts) }),
    });
    const largest = screen(message('{"$type":"TOUCH","$ts":"9223372036854775807"}')).accepted[0];
    expect(largest).toMatchObject({ ts: '9223372036854774784', day: '-infinity' });
  });

  it.each([
    ['75011', '75011'],
    ['1000000', '1000000'],
    ['12345678901234567890123', '12345678901234567890123'],
    ['"075"', '075'],
    ['-1', '-1'],
    ['1e3', undefined],
    ['1.0', undefined],
    ['null', undefined],
  ])('reads the zip code %s as %j', (zip_code, expected) => {
    const body = `{"$type":"TOUCH","$location":{"$zip_code":${zip_code}}}`;
    expect(screen(message(body)).accepted[0]).toMatchObject({ body, facts: { location_zip_code: expected } });
  });

  it.each([
    ['{"$type":"TOUCH","$error_analyzer_id":"7", "n":1.0}', '{"$type":"TOUCH","n":1.0}'],
    ['{"$error_analyzer_id":null,"$type":"TOUCH"}', '{"$type":"TOUCH"}'],
    ['{"\\u0024error_analyzer_id":1,"$type":"TOUCH","$error_analyzer_id":2}', '{"$type":"TOUCH"}'],
  ])('removes the field that only the platform writes: %s', (body, stored) => {
    expect(screen(message(body)).accepted[0]?.body).toBe(stored);
    expect(screen(message(stored)).accepted[0]?.body).toBe(stored);
  });

  it('keeps a field of that name anywhere else', () => {
    const body = '{"$type":"TOUCH", "own":{"$error_analyzer_id":"7"},"s":"\\"$error_analyzer_id\\":1"}';
    expect(screen(message(body)).accepted[0]?.body).toBe(body);
  });

  it('cuts a time to the greatest int64', () => {
    expect(screen(message('{"$type":"TOUCH","$ts":9223372036854775807}')).accepted[0]).toMatchObject({
      ts: '9223372036854774784',
      day: '-infinity',
    });
  });

  it('keeps the body as sent', () => {
    const body = '{"$type":"TOUCH", "big":12345678901234567890, "big":1.0}';
    expect(screen(message(body)).accepted[0]?.body).toBe(body);
  });

  it.each([
    [{ $site_id: 's', $app_id: 'a', $ctv_id: 'c' }, 's'],
    [{ $app_id: 'a', $ctv_id: 'c' }, 'a'],
    [{ $site_id: '', $ctv_id: 'c' }, 'c'],
    [{ $channel_id: '801' }, '801'],
    [{ $ctv_id: 'c', $channel_id: '801' }, 'c'],
    [{ $channel_id: 'x'.repeat(256) }, null],
    [{ $channel_id: 801 }, null],
    [{ $site_id: null }, null],
    [{}, null],
  ])('takes the channel of %j', (fields, channel_id) =>
    expect(only({ $type: 'TOUCH', ...fields })?.channel_id).toBe(channel_id),
  );

  it.each([
    [[], 0, false],
    [[{ $event_name: 'a' }, null, 7], 1, false],
    [[{ $event_name: 'a' }, { $event_name: '$set_user_choice' }], 2, true],
    [[{ $event_name: '$set_user_profile_properties' }], 1, true],
  ])('counts the events of %j, and knows those that write', ($events, event_count, writesData) =>
    expect(only({ $type: 'TOUCH', $events })).toMatchObject({ event_count, writesData }),
  );

  it.each([
    ['{"$type":"TOUCH", "n":1.0}', '{"$type":"TOUCH", "n":1.0,"$error_analyzer_id":"7"}'],
    ['{"$type":"TOUCH","s":"}" } \n', '{"$type":"TOUCH","s":"}" ,"$error_analyzer_id":"7"}'],
    ['{"$error_analyzer_id":"8","$type":"TOUCH"}', '{"$type":"TOUCH","$error_analyzer_id":"7"}'],
  ])('names the analyzer that failed on it: %s', (body, stored) =>
    expect(screen(message(body, { error_analyzer_id: '7' })).accepted[0]?.body).toBe(stored),
  );

  it.each(['dropped', 'dropped_on_error', 'erased'] as const)(
    'keeps the id of an activity that is %s, without a body',
    (outcome) => {
      const activity_id = '0191F7A0-0000-7000-8000-00000000000A';
      for (const body of ['', '{}'])
        expect(screen(message(body, { outcome, activity_id }))).toMatchObject({
          accepted: [],
          unstored: [{ datamart_id: '1', activity_id: activity_id.toLowerCase(), received_ts: now, outcome }],
          rejected: [],
        });
    },
  );

  it('keeps no id of a duplicate', () => {
    const ended = message('', { outcome: 'duplicate' });
    expect(screen(ended, message({ $type: 'TOUCH' }), ended)).toMatchObject({
      accepted: [{ type: 'TOUCH' }],
      unstored: [],
      rejected: [],
    });
  });

  it('lets the first message of an id decide', () => {
    const [stored, dropped] = [message({ $type: 'TOUCH' }), message('', { outcome: 'dropped' })];
    expect(screen(stored, dropped)).toMatchObject({ accepted: [{ type: 'TOUCH' }], unstored: [] });
    expect(screen(dropped, stored)).toMatchObject({ accepted: [], unstored: [{ outcome: 'dropped' }] });
  });

  it('accepts an id once per datamart', () => {
    const body = { $type: 'TOUCH' };
    expect(screen(message(body), message(body), message(body, { datamart_id: '2' })).accepted).toHaveLength(2);
  });

  it.each([
    ['text that is not JSON', '{'],
    ['no object', '7'],
    ['no type', '{}'],
  ])('rejects %s and goes on with the others', (_case, body) => {
    const { accepted, rejected } = screen(message(body), message({ $type: 'TOUCH' }));
    expect(rejected).toEqual([{ message: expect.objectContaining({ id: 'm' }), reason: expect.any(String) }]);
    expect(accepted).toHaveLength(1);
  });
});
