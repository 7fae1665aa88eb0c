import { expect, it } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import { isUnknownTopic } from './kafka-offsets.js';

const ofKafka = (type: string) => Object.assign(new Error('refused'), { type });

it.each([
  ['a topic that does not exist', ofKafka('UNKNOWN_TOPIC_OR_PARTITION'), true],
  ['a topic that the user may not see', ofKafka('TOPIC_AUTHORIZATION_FAILED'), false],
  ['a broker that is away', new Error('connect ECONNREFUSED'), false],
])('distinguishes %s from other failures', (_case, error, expected) => {
  const retried = new Error('after five attempts', { cause: error });
  for (const failure of [error, retried, unavailable('Kafka does not answer', retried)])
    expect(isUnknownTopic(failure)).toBe(expected);
});
