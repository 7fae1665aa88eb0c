import { createSecureContext } from 'node:tls';
import type { KafkaConnection } from '@tributary/bus/kafka/kafka-client';
import { z } from 'zod';
import { pemProblem, readPem } from './pem.js';

/** A boolean environment variable: `true`, `1`, `false` or `0`. */
export const flag = z.enum(['true', '1', 'false', '0']).transform((value) => value === 'true' || value === '1');

/** The address of the brokers and the access to them. `kafkaProblems` checks what the schema of one variable cannot. */
export const KafkaConfig = z.object({
  /** `host:port`, separated by commas. */
  KAFKA_BROKERS: z
    .string()
    .regex(/^\s*[^\s,:]+:\d{1,5}(\s*,\s*[^\s,:]+:\d{1,5})*\s*$/, 'must be host:port, several separated by commas')
    .transform((list) => list.split(',').map((broker) => broker.trim())),
  KAFKA_SSL: flag.optional(),
  /** A path or PEM: certificates of authorities to trust instead of the public ones. */
  KAFKA_SSL_CA: z.string().optional(),
  /** Paths or PEM: the client's certificate chain, and its key. */
  KAFKA_SSL_CERT: z.string().optional(),
  KAFKA_SSL_KEY: z.string().optional(),
  KAFKA_SASL_MECHANISM: z.enum(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']).optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
});
export type KafkaConfig = z.infer<typeof KafkaConfig>;

type Environment = Record<string, string | undefined>;
export type Problem = [name: string, message: string];

/** The problems of the Kafka settings beyond the schema: rules between variables, and unreadable files. */
export function kafkaProblems(env: Environment): Problem[] {
  return [...sslProblems(env), ...saslProblems(env)];
}

/** The options of a Kafka client. Certificate files are read at each connect, so a renewal needs no restart. */
export function kafkaConnection(config: KafkaConfig): Pick<KafkaConnection, 'brokers' | 'ssl' | 'sasl'> {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  return {
    brokers: config.KAFKA_BROKERS,
    ...(config.KAFKA_SSL && { ssl: tlsOptions(config) }),
    ...(mechanism && { sasl: { mechanism: mechanism.toLowerCase(), username, password } as KafkaConnection['sasl'] }),
  };
}

/** kafkajs copies the options for each connection, and thereby calls the getters. */
function tlsOptions({ KAFKA_SSL_CA: ca, KAFKA_SSL_CERT: cert, KAFKA_SSL_KEY: key }: KafkaConfig) {
  return {
    get ca() {
      return ca && readPem(ca);
    },
    get cert() {
      return cert && readPem(cert);
    },
    get key() {
      return key && readPem(key);
    },
  };
}

function sslProblems(env: Environment): Problem[] {
  const { KAFKA_SSL, KAFKA_SSL_CA: ca, KAFKA_SSL_CERT: cert, KAFKA_SSL_KEY: key } = env;
  const isOn = flag.safeParse(KAFKA_SSL).data === true;
  const files = Object.entries({ KAFKA_SSL_CA: ca, KAFKA_SSL_CERT: cert, KAFKA_SSL_KEY: key });
  const given = files.filter((file): file is [string, string] => file[1] !== undefined);
  const unread = given.flatMap(([name, value]): Problem[] => {
    const kind = name === 'KAFKA_SSL_KEY' ? 'PEM private key without a passphrase' : 'PEM certificate';
    const problem = pemProblem(value, kind);
    return problem === undefined ? [] : [[name, problem]];
  });
  return [
    ...(isOn ? [] : given.map(([name]): Problem => [name, 'has no effect without KAFKA_SSL=true'])),
    ...(cert && !key ? [['KAFKA_SSL_KEY', 'is required with KAFKA_SSL_CERT'] satisfies Problem] : []),
    ...(key && !cert ? [['KAFKA_SSL_CERT', 'is required with KAFKA_SSL_KEY'] satisfies Problem] : []),
    ...unread,
    ...(cert && key && unread.length === 0 ? pairProblem(cert, key) : []),
  ];
}

const pairProblem = (cert: string, key: string): Problem[] =>
  succeeds(() => createSecureContext({ cert: readPem(cert), key: readPem(key) }))
    ? []
    : [['KAFKA_SSL_KEY', 'does not belong to KAFKA_SSL_CERT']];

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function saslProblems(env: Environment): Problem[] {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = env;
  const settings = { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password };
  const missing = Object.entries(settings).filter(([, value]) => value === undefined);
  if (missing.length === 3) return [];
  const problems = missing.map(([name]): Problem => [name, 'is required, because another KAFKA_SASL_ setting is set']);
  if (env['NODE_ENV'] === 'production' && env['KAFKA_SSL'] === undefined)
    problems.push([
      'KAFKA_SSL',
      'is required with KAFKA_SASL_MECHANISM in production: true; or false if the network is private',
    ]);
  return problems;
}
