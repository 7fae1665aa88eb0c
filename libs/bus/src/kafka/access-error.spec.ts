import { describe, expect, it } from '@jest/globals';
import * as kafkajs from 'kafkajs';
import { accessError } from './access-error.js';
import { isTransient } from './kafka-group.js';

/** As kafkajs throws it; its types lack the constructor. */
function failedAuthentication(reason: string): Error {
  const { KafkaJSSASLAuthenticationError } = kafkajs as unknown as Record<string, new (message: string) => Error>;
  if (!KafkaJSSASLAuthenticationError) throw new Error('kafkajs has no such error any more');
  return new KafkaJSSASLAuthenticationError(`SASL SCRAM SHA512 authentication failed: ${reason}`);
}

describe('an authentication that fails', () => {
  it.each([
    'Request SaslAuthenticate(key: 36, version: 1) timed out',
    'Closed connection',
    'Connection closed by the server',
    'Connection error: read ECONNRESET',
    'Not connected',
  ])('without an answer is an outage: %s', (reason) => {
    const error = failedAuthentication(reason);
    expect([accessError(error), isTransient(error)]).toEqual([undefined, true]);
  });

  it('by an answer is an access error, which ends a consumer', () => {
    const reason =
      'Authentication failed during authentication due to invalid credentials with SASL mechanism SCRAM-SHA-512';
    const error = failedAuthentication(reason);
    expect(accessError(error)?.message).toContain('Kafka refuses the credentials');
    expect(isTransient(error)).toBe(false);
  });
});
