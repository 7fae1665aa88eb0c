import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  aDeletion,
  aMerge,
  aMeasurement,
  aMessage,
  anActivity,
  anErasure,
  aSegmentChange,
} from '../../test/messages.js';
import {
  findFaultyActivity,
  findFaultyDeletion,
  findFaultyErasure,
  findFaultyMeasurement,
  findFaultyMerge,
  findFaultySegment,
  partitionValid,
} from './partition-valid.js';

describe('partitionValid', () => {
  it('accepts what tracking publishes', () => {
    const messages = [
      aMessage(),
      aMessage({ datamart_id: '42' }),
      aMessage({ activities: [anActivity({ channel_id: null })] }),
    ];
    expect(partitionValid(messages, findFaultyActivity)).toEqual({ valid: messages, rejected: [] });
  });

  it.each([
    ['a datamart that is not an integer', aMessage({ datamart_id: 'one' })],
    ['a datamart beyond an int64', aMessage({ datamart_id: '9'.repeat(19) })],
    ['an activity without a UUID', aMessage({ activities: [anActivity(), anActivity({ activity_id: 'a-1' })] })],
    ['a user point without a UUID', aMessage({ activities: [anActivity({ user_point_id: '' })] })],
    ['an amount that is not a decimal', aMessage({ activities: [anActivity({ transaction_amount: '1e3' })] })],
    ['a time that is not an integer', aMessage({ activities: [anActivity({ ts: 1.5 })] })],
  ])('rejects %s and accepts its neighbours', (_case, message) => {
    const neighbour = aMessage();
    const { valid, rejected } = partitionValid([message, neighbour], findFaultyActivity);
    expect(valid).toEqual([neighbour]);
    expect(rejected).toEqual([{ message, reason: expect.any(String) as unknown }]);
  });

  const one = randomUUID();
  const all = {
    merges: findFaultyMerge,
    erasures: findFaultyErasure,
    segments: findFaultySegment,
    deletions: findFaultyDeletion,
    measurements: findFaultyMeasurement,
  };
  it.each([
    ['a merge', all.merges(aMerge([[one, randomUUID()]]).value)],
    ['an erasure', all.erasures(anErasure([one]).value)],
    ['a segment', all.segments(aSegmentChange([{ user_point_id: one }]).value)],
    ['a deletion', all.deletions(aDeletion('7', 0).value)],
    ['a measurement', all.measurements(aMeasurement().value)],
  ])('finds no fault with %s', (_case, fault) => expect(fault).toBeUndefined());

  it.each([
    ['a merge into an invalid id', all.merges(aMerge([[one, 'x']]).value)],
    ['an erasure of an empty id', all.erasures(anErasure([one, '']).value)],
    ['a segment of an invalid id', all.segments(aSegmentChange([{ user_point_id: 'x' }]).value)],
    ['a deletion of a negative version', all.deletions(aDeletion('7', -1).value)],
    ['a measurement at a fraction of a millisecond', all.measurements(aMeasurement({ ts: 1.5 }).value)],
  ])('finds fault with %s', (_case, fault) => expect(fault).toEqual(expect.any(String)));
});
