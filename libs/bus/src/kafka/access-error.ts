import { isTlsError } from '@tributary/contracts/tls-error';

/**
 * Kafka rejects this client: its credentials, its certificate or what it asks for. Unlike an outage it does not pass, so
 * that a process reports it and exits rather than retries.
 */
export class KafkaAccessError extends Error {}

/** The access error behind an error of kafkajs, or behind one of ours that it has caused. */
export function accessError(error: unknown): KafkaAccessError | undefined {
  if (error instanceof KafkaAccessError) return error;
  if (!(error instanceof Error)) return undefined;
  const explained = explain(error);
  if (explained !== undefined) return new KafkaAccessError(explained, { cause: error });
  const [first] = error instanceof Error && 'errors' in error ? (error.errors as unknown[]) : [];
  return accessError(error.cause ?? first);
}

/** A busy broker has not answered an authentication in time, or has ended its connection. kafkajs takes it for a refusal. */
export const isUnanswered = ({ name, message }: Error): boolean =>
  name === 'KafkaJSSASLAuthenticationError' &&
  /: (Request .* timed out|Connection |Closed |Not connected)/.test(message);

function explain(error: Error): string | undefined {
  const { name, message, type } = error as Error & { type?: unknown };
  if (name === 'KafkaJSSASLAuthenticationError' && !isUnanswered(error))
    return `Kafka refuses the credentials: check KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD (${message})`;
  // An error of another server, such as a database, is not Kafka's.
  if (name.startsWith('KafkaJS') && isTlsError(error))
    return `TLS to Kafka fails: check KAFKA_SSL, KAFKA_SSL_CA, KAFKA_SSL_CERT and KAFKA_SSL_KEY (${message})`;
  if (typeof type === 'string' && type.endsWith('_AUTHORIZATION_FAILED'))
    return `Kafka denies access: check the ACLs of this user against deploy/kafka-acls.yaml (${message})`;
  return undefined;
}
