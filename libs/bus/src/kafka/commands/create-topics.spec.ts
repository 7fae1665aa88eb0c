import { describe, expect, it } from '@jest/globals';
import { toKafka } from './create-topics.js';

const settings = { name: 'a.done.v1', partitions: 3, config: { 'cleanup.policy': 'delete' } };

describe('a topic', () => {
  it.each([
    [1, undefined],
    [2, '2'],
    [3, '2'],
  ])('with %s replicas of each partition needs %s of them in sync for a write', (replicationFactor, expected) => {
    const { configEntries = [], ...topic } = toKafka(settings, replicationFactor);
    expect(topic).toEqual({ topic: 'a.done.v1', numPartitions: 3, replicationFactor });
    expect(configEntries).toContainEqual({ name: 'cleanup.policy', value: 'delete' });
    expect(configEntries.find(({ name }) => name === 'min.insync.replicas')?.value).toBe(expected);
  });
});
