import { describe, expect, it } from '@jest/globals';
import { StoredActivity } from '@tributary/contracts/tracking/activity';
import { maxNameLength } from '@tributary/contracts/rules/name-problem';
import { uuid7 } from '@tributary/contracts/values/uuid';
import type { OwnedActivity } from './resolved-activity.js';
import { activitiesPerMessage, toStoredMessages } from './to-stored-messages.js';
import type { NewActivity } from './new-activity.js';

const activity = (difference: Partial<NewActivity> = {}): OwnedActivity => ({
  user_point_id: uuid7(),
  activity: {
    datamart_id: '1',
    activity_id: uuid7(),
    received_ts: 1,
    identifiers: [{ type: 'USER_AGENT', value: 'g' }],
    day: '2026-03-01',
    ts: '1772366400000',
    type: 'TOUCH',
    channel_id: null,
    event_count: 0,
    facts: {},
    writesData: false,
    body: '{}',
    ...difference,
  },
});
const many = (count: number, difference: Partial<NewActivity> = {}) =>
  Array.from({ length: count }, () => activity(difference));

describe('toStoredMessages', () => {
  it('puts each activity into one message of its datamart, in order', () => {
    const activities = [...many(3), ...many(2, { datamart_id: '2' }), ...many(activitiesPerMessage)];
    const messages = toStoredMessages(activities);
    expect(messages.map(({ datamart_id, activities: { length } }) => [datamart_id, length])).toEqual([
      ['1', activitiesPerMessage],
      ['2', 2],
      ['1', 3],
    ]);
    const ids = (datamart_id: string) =>
      activities.flatMap((one) => (one.activity.datamart_id === datamart_id ? one.activity.activity_id : []));
    for (const datamart of ['1', '2'])
      expect(
        messages
          .filter(({ datamart_id }) => datamart_id === datamart)
          .flatMap((one) => one.activities.map((each) => each.activity_id)),
      ).toEqual(ids(datamart));
  });

  it('keeps messages below the limit of a topic, even with the longest names that JSON must escape', () => {
    const name = '\u0001'.repeat(maxNameLength);
    const activities = many(3 * activitiesPerMessage, {
      type: name,
      channel_id: name,
      facts: { location_city: name, origin_campaign_name: name, event_types: Array<string>(200).fill(name) },
    });
    const messages = toStoredMessages(activities);
    expect(messages.flatMap((message) => message.activities)).toHaveLength(activities.length);
    for (const message of messages) expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(900 * 1024);
  });

  const ownTexts = ['activity_id', 'user_point_id', 'transaction_amount'];
  const texts = Object.entries(StoredActivity.shape)
    .filter(([field, schema]) => !ownTexts.includes(field) && schema.safeParse('text').success)
    .map(([field]) => field);

  it.each(texts)('takes the length of %s into account', (field) => {
    const long = { [field]: '\u0001'.repeat(1_000) };
    const activities = many(activitiesPerMessage, { ...long, facts: long });
    expect(toStoredMessages(activities).length).toBeGreaterThan(1);
    expect(toStoredMessages(many(activitiesPerMessage))).toHaveLength(1);
  });

  it('cuts a time beyond all reports to the range of every store', () => {
    expect(toStoredMessages([activity({ ts: '9223372036854775807' })])[0]?.activities[0]?.ts).toBe(253_402_300_800_000);
  });
});
