import { describe, expect, it } from '@jest/globals';
import * as kafkajs from 'kafkajs';
import { willPass } from './kafka-group.js';

describe('a consumer that kafkajs has given up on', () => {
  it('starts anew when the broker did not know its coordinator', () => {
    // Its types leave out that this error takes a message.
    const { KafkaJSGroupCoordinatorNotFound } = kafkajs as unknown as Record<string, new (message: string) => Error>;
    const error = KafkaJSGroupCoordinatorNotFound && new KafkaJSGroupCoordinatorNotFound('not found');
    expect(error && willPass(error)).toBe(true);
  });

  it('ends for good otherwise', () => {
    expect(willPass(new kafkajs.KafkaJSNonRetriableError('broken'))).toBe(false);
    expect(willPass(new TypeError('a defect'))).toBe(false);
  });
});
