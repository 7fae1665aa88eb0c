import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAuthority, type Authority } from './kafka-certificates.js';
import { startLocalKafka, type BrokerSecurity, type LocalKafka } from './kafka-broker.js';

/** The user that may do everything. */
export const superUser = 'broker';

export interface SecuredKafka {
  broker: LocalKafka;
  authority: Authority;
  /** The connection of a client as a user. */
  connection(user: string): { brokers: string[] } & BrokerSecurity['client'];
  /** The same as settings of a process. */
  settings(user: string): Record<string, string>;
  /** Stops the broker and removes its data and certificates. */
  stop(): Promise<void>;
}

/**
 * A broker that accepts only TLS and the given users (SCRAM-SHA-512), and denies everything that no ACL allows.
 */
export async function startSecuredKafka(users: string[]): Promise<SecuredKafka> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-kafka-tls-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const authority = await createAuthority(directory);
    const passwords = new Map([superUser, ...users].map((user) => [user, randomBytes(24).toString('base64url')]));
    const passwordOf = (user: string) => passwords.get(user) ?? '';
    const { key, cert } = await authority.issue('kafka');
    await writeFile(path.join(directory, 'keystore.pem'), key + cert);
    const broker = await startLocalKafka({
      protocol: 'SASL_SSL',
      properties: securityProperties(directory, passwordOf(superUser)),
      format: Array.from(passwords, ([user, password]) => createUser(user, password)),
      client: { ssl: { ca: authority.ca }, sasl: scram(superUser, passwordOf(superUser)) },
    });
    const settings = (user: string) => ({
      KAFKA_BROKERS: broker.brokers.join(','),
      KAFKA_SSL: 'true',
      KAFKA_SSL_CA: path.join(directory, 'ca.crt'),
      KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
      KAFKA_SASL_USERNAME: user,
      KAFKA_SASL_PASSWORD: passwordOf(user),
    });
    const connection = (user: string) => ({
      brokers: broker.brokers,
      ssl: { ca: authority.ca },
      sasl: scram(user, passwordOf(user)),
    });
    return {
      broker,
      authority,
      connection,
      settings,
      stop: async () => void (await Promise.all([broker.stop(), remove()])),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const scram = (username: string, password: string): BrokerSecurity['client']['sasl'] => ({
  mechanism: 'scram-sha-512',
  username,
  password,
});

/** The option of `kafka-storage format` that creates a user. */
export const createUser = (user: string, password: string) =>
  `--add-scram=SCRAM-SHA-512=[name=${user},password=${password}]`;

/**
 * Lines of server.properties. The controller's listener has users of its own: SCRAM users are in the data that the
 * controller keeps.
 *
 * @param directory of keystore.pem and ca.crt
 * @param password of the super user
 */
export function securityProperties(directory: string, password: string): string {
  const login = (module: string, more = '') =>
    `org.apache.kafka.common.security.${module} required username="${superUser}" password="${password}"${more};`;
  return `
listener.security.protocol.map=SASL_SSL:SASL_SSL,CONTROLLER:SASL_PLAINTEXT
security.inter.broker.protocol=SASL_SSL
sasl.enabled.mechanisms=SCRAM-SHA-512,PLAIN
sasl.mechanism.inter.broker.protocol=SCRAM-SHA-512
sasl.mechanism.controller.protocol=PLAIN
listener.name.sasl_ssl.sasl.enabled.mechanisms=SCRAM-SHA-512
listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=${login('scram.ScramLoginModule')}
listener.name.controller.sasl.enabled.mechanisms=PLAIN
listener.name.controller.plain.sasl.jaas.config=${login('plain.PlainLoginModule', ` user_${superUser}="${password}"`)}
ssl.keystore.type=PEM
ssl.keystore.location=${path.join(directory, 'keystore.pem')}
ssl.truststore.type=PEM
ssl.truststore.location=${path.join(directory, 'ca.crt')}
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:${superUser}
`;
}
