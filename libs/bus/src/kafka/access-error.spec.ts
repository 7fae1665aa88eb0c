import { describe, expect, it } from '@jest/globals';
import * as kafkajs from 'kafkajs';
import { accessError } from './access-error.js';
import { isTransient } from './kafka-group.js';

/** As kafkajs throws it; its types lack the constructors. */
function errorOf(name: string, message: string, options?: ErrorOptions): Error {
  const Made = (kafkajs as unknown as Record<string, new (message: string, options?: ErrorOptions) => Error>)[name];
  if (!Made) throw new Error(`kafkajs has no ${name} any more`);
  return new Made(message, options);
}

const failedAuthentication = (reason: string) =>
  errorOf('KafkaJSSASLAuthenticationError', `SASL SCRAM SHA512 authentication failed: ${reason}`);

/** The error with which kafkajs gives up a running consumer. */
const gaveUp = (cause: Error) => errorOf('KafkaJSNonRetriableError', cause.message, { cause });

describe('an authentication that fails', () => {
  it.each([
    'Request SaslAuthenticate(key: 36, version: 1) timed out',
    'Closed connection',
    'Connection closed by the server',
    'Connection error: read ECONNRESET',
    'Not connected',
  ])('without an answer is an outage: %s', (reason) => {
    const error = failedAuthentication(reason);
    for (const one of [error, gaveUp(error)]) expect([accessError(one), isTransient(one)]).toEqual([undefined, true]);
  });

  it('by an answer is an access error, which ends a consumer', () => {
    const reason =
      'Authentication failed during authentication due to invalid credentials with SASL mechanism SCRAM-SHA-512';
    const error = failedAuthentication(reason);
    expect(accessError(error)?.message).toContain('Kafka refuses the credentials');
    expect(isTransient(error)).toBe(false);
    expect([isTransient(gaveUp(error)), isTransient(errorOf('KafkaJSNonRetriableError', 'broken'))]).toEqual([
      false,
      false,
    ]);
  });
});
