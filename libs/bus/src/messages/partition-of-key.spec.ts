import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Partitioners, type PartitionMetadata } from 'kafkajs';
import { partitionOfKey } from './partition-of-key.js';

const partitionMetadata = Array.from({ length: 24 }, (_, partitionId): PartitionMetadata => ({
  partitionId,
  leader: 1,
  partitionErrorCode: 0,
  replicas: [1],
  isr: [1],
}));
const kafkajs = Partitioners.DefaultPartitioner();
const choose = (key: string) => kafkajs({ topic: 't', partitionMetadata, message: { key, value: null } });

describe('partitionOfKey', () => {
  it('chooses the same partition as kafkajs, for any key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 48 }), (key) =>
        expect(partitionOfKey(key, 24)).toBe(choose(key)),
      ),
    );
  });
});
