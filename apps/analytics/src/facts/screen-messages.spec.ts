import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aMerge, aMeasurement, aMessage, anActivity, anErasure, aSegmentChange } from '../../test/messages.js';
import {
  findFaultyActivity,
  findFaultyErasure,
  findFaultyMeasurement,
  findFaultyMerge,
  findFaultySegment,
  screenMessages,
} from './screen-messages.js';

describe('screenMessages', () => {
  it('accepts what tracking stores', () => {
    const messages = [
      aMessage(),
      aMessage({ datamart_id: '42' }),
      aMessage({ activities: [anActivity({ channel_id: null })] }),
    ];
    expect(screenMessages(messages, findFaultyActivity)).toEqual({ accepted: messages, rejected: [] });
  });

  it.each([
    ['a datamart that is no integer', aMessage({ datamart_id: 'one' })],
    ['a datamart beyond an int64', aMessage({ datamart_id: '9'.repeat(19) })],
    ['an activity without a UUID', aMessage({ activities: [anActivity(), anActivity({ activity_id: 'a-1' })] })],
    ['a user point without a UUID', aMessage({ activities: [anActivity({ user_point_id: '' })] })],
    ['an amount that is no decimal', aMessage({ activities: [anActivity({ transaction_amount: '1e3' })] })],
    ['a time that is no integer', aMessage({ activities: [anActivity({ ts: 1.5 })] })],
  ])('rejects %s and keeps its neighbours', (_case, message) => {
    const neighbour = aMessage();
    const { accepted, rejected } = screenMessages([message, neighbour], findFaultyActivity);
    expect(accepted).toEqual([neighbour]);
    expect(rejected).toEqual([{ message, reason: expect.any(String) as unknown }]);
  });

  const one = randomUUID();
  const all = {
    merges: findFaultyMerge,
    erasures: findFaultyErasure,
    segments: findFaultySegment,
    measurements: findFaultyMeasurement,
  };
  it.each([
    ['a merge', all.merges(aMerge([[one, randomUUID()]]).value)],
    ['an erasure', all.erasures(anErasure([one]).value)],
    ['a segment', all.segments(aSegmentChange([{ user_point_id: one }]).value)],
    ['a measurement', all.measurements(aMeasurement().value)],
  ])('finds no fault with %s', (_case, fault) => expect(fault).toBeUndefined());

  it.each([
    ['a merge into nobody', all.merges(aMerge([[one, 'nobody']]).value)],
    ['an erasure of nobody', all.erasures(anErasure([one, '']).value)],
    ['a segment of nobody', all.segments(aSegmentChange([{ user_point_id: 'nobody' }]).value)],
    ['a measurement at no time', all.measurements(aMeasurement({ ts: 1.5 }).value)],
  ])('finds fault with %s', (_case, fault) => expect(fault).toEqual(expect.any(String)));
});
