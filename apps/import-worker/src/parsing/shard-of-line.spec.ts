import { describe, expect, it } from '@jest/globals';
import type { ImportOperation } from '@tributary/contracts/imports/import-messages';
import { identifiersIn } from '../lines/line-identifier.js';
import { shardOf, shards } from './shard-of-line.js';

const agent = (value: string) => ({ type: 'USER_AGENT' as const, value });
const shard = (operation: ImportOperation) => shardOf(operation, identifiersIn(operation));
const anActivity = (body: string, ...values: string[]): ImportOperation => ({
  kind: 'activity',
  activity_id: '0',
  identifiers: values.map(agent),
  body,
});
const many = Array.from({ length: 100 }, (_, index) => `web:1:${index}`);

describe('the shard of a line', () => {
  it('is the same for all data lines of one identifier', () => {
    for (const value of many) {
      const identifier = agent(value);
      const lines: ImportOperation[] = [
        { kind: 'update_segment', identifier, segment_id: '1', expiration_ts: null },
        { kind: 'delete_segment', identifier, segment_id: '2' },
        { kind: 'delete_profile', identifier, compartment_id: 'c' },
        { kind: 'delete_choice', identifier, processing_id: 'p' },
      ];
      expect(new Set(lines.map(shard)).size).toBe(1);
    }
  });

  it('differs by identifier, for data and for activities that write no data', () => {
    const data = many.map((value) => shard({ kind: 'delete_segment', identifier: agent(value), segment_id: '1' }));
    const activities = many.map((value) => shard(anActivity('{}', value)));
    const every = Array.from({ length: shards }, (_, index) => index);
    expect([...new Set(data)].sort()).toEqual(every);
    expect([...new Set(activities)].sort()).toEqual(every);
  });

  it.each<[string, (value: string) => ImportOperation]>([
    ['associations', (value) => ({ kind: 'associate', identifiers: [agent(value), agent('other')] })],
    ['dissociations', (value) => ({ kind: 'dissociate', identifiers: [agent(value), agent('other')] })],
    ['deletions of identifiers', (value) => ({ kind: 'delete_identifier', identifier: agent(value) })],
    ['deletions of people', (value) => ({ kind: 'delete_point', identifier: agent(value) })],
    ['deletions of people by their id', (value) => ({ kind: 'delete_point', user_point_id: value })],
    ['activities that set a profile', (value) => anActivity('{"$event_name":"$set_user_profile_properties"}', value)],
    ['activities that set a choice', (value) => anActivity('{"$event_name":"$set_user_choice"}', value)],
    [
      'activities whose escapes may hide such an event',
      (value) => anActivity('{"$event_name":"\\u0024set_user_choice"}', value),
    ],
  ])('is one for all %s', (_case, line) => {
    expect(new Set(many.map((value) => shard(line(value)))).size).toBe(1);
  });
});
