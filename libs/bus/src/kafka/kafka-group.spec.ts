import { describe, expect, it } from '@jest/globals';
import * as kafkajs from 'kafkajs';
import { isTransient } from './kafka-group.js';

describe('a consumer that kafkajs gives up on', () => {
  it('restarts when the broker did not know its coordinator', () => {
    // kafkajs's types lack the constructor of this error.
    const { KafkaJSGroupCoordinatorNotFound } = kafkajs as unknown as Record<string, new (message: string) => Error>;
    const error = KafkaJSGroupCoordinatorNotFound && new KafkaJSGroupCoordinatorNotFound('not found');
    expect(error && isTransient(error)).toBe(true);
  });

  it('ends for good otherwise', () => {
    expect(isTransient(new kafkajs.KafkaJSNonRetriableError('broken'))).toBe(false);
    expect(isTransient(new TypeError('a defect'))).toBe(false);
  });
});
