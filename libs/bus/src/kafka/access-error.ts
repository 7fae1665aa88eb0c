/**
 * Kafka rejects this client: its credentials, its certificate or what it asks for. Unlike an outage it does not pass, so
 * that a process reports it and exits rather than retries.
 */
export class KafkaAccessError extends Error {}

/** Codes of Node.js and OpenSSL for a failed TLS handshake. A broken connection has others, such as ECONNRESET. */
const tlsCode = /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** The access error behind an error of kafkajs, or behind one of ours that it has caused. */
export function accessError(error: unknown): KafkaAccessError | undefined {
  if (error instanceof KafkaAccessError) return error;
  if (!(error instanceof Error)) return undefined;
  const explained = explain(error);
  if (explained !== undefined) return new KafkaAccessError(explained, { cause: error });
  const [first] = error instanceof Error && 'errors' in error ? (error.errors as unknown[]) : [];
  return accessError(error.cause ?? first);
}

function explain(error: Error): string | undefined {
  const { name, message, code, type } = error as Error & { code?: unknown; type?: unknown };
  if (name === 'KafkaJSSASLAuthenticationError')
    return `Kafka refuses the credentials: check KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD (${message})`;
  if (typeof code === 'string' && tlsCode.test(code))
    return `TLS to Kafka fails: check KAFKA_SSL, KAFKA_SSL_CA, KAFKA_SSL_CERT and KAFKA_SSL_KEY (${message})`;
  if (typeof type === 'string' && type.endsWith('_AUTHORIZATION_FAILED'))
    return `Kafka denies access: check the ACLs of this user against deploy/kafka-acls.yaml (${message})`;
  return undefined;
}
