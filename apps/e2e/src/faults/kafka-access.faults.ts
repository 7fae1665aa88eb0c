import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operatorUser, userOf } from '@tributary/bus/topics/acls';
import type { CredentialChanged } from '@tributary/contracts/admin/access';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import { appNames } from '@tributary/contracts/topics/topic-description';
import { credentialChanged } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { createAuthority } from '@tributary/testing/kafka/kafka-certificates';
import { freePorts } from '@tributary/testing/free-ports';
import { startSecuredKafka, superUser, type SecuredKafka } from '@tributary/testing/kafka/secured-kafka';
import { timeOf } from '@tributary/testing/time-limit';
import { AppProcess } from '@tributary/testing/processes/processes';
import { newToken, programOf } from '@tributary/testing/processes/processes-program';
import { Kafka, logLevel } from 'kafkajs';
import { tributaryOutput } from '../suite/operator.js';

/** A refused process ends long before an outage would be given up. */
const refusedWithinMs = 30_000;
/** No app listens there: a request that the gateway forwards gets 503. */
const nowhere = 'http://127.0.0.1:1';

describe('a gateway at a secured broker', () => {
  let kafka: SecuredKafka;
  let directory: string;
  let gateway: AppProcess;
  /** How long the start of a gateway takes on this machine. */
  let startMs: number;
  const as = (user: string) => kafka.settings(user);

  async function aGateway(settings: Record<string, string>): Promise<AppProcess> {
    const [port = 0] = await freePorts(1);
    const urls = [
      'ACTIVITY_ANALYSIS',
      'ADMIN',
      'ANALYTICS',
      'IMPORT_WORKER',
      'TRACKING_INGEST',
      'WAREHOUSE_METADATA',
    ].map((app) => [`${app}_URL`, nowhere] as const);
    const env = {
      NODE_ENV: 'production',
      PORT: String(port),
      ...newGatewayKeys(),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      ...Object.fromEntries(urls),
      ...settings,
    };
    return new AppProcess(programOf('gateway', env, directory, { number: port }), `http://127.0.0.1:${port}`);
  }

  /** Publishes a token of a community's administrator, as a user of Kafka. */
  async function forge(user: string, token: string): Promise<void> {
    const state: CredentialChanged[] = [
      { kind: 'user', id: '666', version: 1, roles: [{ organisation_id: '1', role: 'COMMUNITY_ADMIN' }] },
      {
        kind: 'api_token',
        id: '666',
        version: 1,
        token_sha256: createHash('sha256').update(token).digest('hex'),
        user_id: '666',
        expiration_date: Date.now() + 60_000,
      },
    ];
    // A busy broker answers late; only the refusal counts.
    const timeouts = { connectionTimeout: 60_000, authenticationTimeout: 60_000, retry: { retries: 3 } };
    const client = new Kafka({ ...kafka.connection(user), ...timeouts, logLevel: logLevel.NOTHING });
    const producer = client.producer();
    await producer.connect();
    try {
      const messages = state.map((value) => ({ key: credentialChanged.key(value), value: JSON.stringify(value) }));
      await producer.send({ topic: credentialChanged.name, messages });
    } finally {
      await producer.disconnect();
    }
  }

  const statusWith = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(new URL('/v1/organisations/1', gateway.url), { headers })).status;
  };

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tributary-access-'));
    kafka = await startSecuredKafka([...appNames.map(userOf), operatorUser]);
    await tributaryOutput(as(superUser), 'admin', 'acls');
    await tributaryOutput(as(operatorUser), 'admin', 'topics');
    gateway = await aGateway(as(userOf('gateway')));
    startMs = await timeOf(() => gateway.start());
  });
  afterAll(async () => {
    await gateway?.stop();
    await kafka?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('lets no token in that another user of Kafka forges', async () => {
    const token = newToken();
    for (const app of appNames.filter((name) => name !== 'admin'))
      await expect(forge(userOf(app), token)).rejects.toThrow('Topic authorization failed');
    expect(await statusWith(token)).toBe(401);
    // Control: the same records let the token in, once a user may write them.
    await forge(superUser, token);
    await eventually(async () => expect(await statusWith(token)).not.toBe(401));
  });

  it.each([
    [
      'a wrong password',
      () => Promise.resolve({ ...as(userOf('gateway')), KAFKA_SASL_PASSWORD: 'wrong-password' }),
      /Kafka refuses the credentials: check KAFKA_SASL_MECHANISM/,
    ],
    [
      'another authority',
      async () => {
        const { ca } = await createAuthority(directory, 'other');
        return { ...as(userOf('gateway')), KAFKA_SSL_CA: ca };
      },
      /TLS to Kafka fails: check KAFKA_SSL, KAFKA_SSL_CA/,
    ],
    [
      'the user of another app',
      () => Promise.resolve(as(userOf('analytics'))),
      /Kafka denies access: check the ACLs of this user/,
    ],
  ])('exits with the cause for %s, and without a secret in its log', async (_case, settings, cause) => {
    const refused = await aGateway(await settings());
    const start = Date.now();
    refused.launch();
    expect(await refused.exit()).toBe(1);
    expect(Date.now() - start).toBeLessThan(refusedWithinMs + 3 * startMs);
    expect(refused.log()).toMatch(cause);
    expect(refused.log()).not.toContain('wrong-password');
    await refused.stop();
  });

  it.each([
    ['admin', 'topics'],
    ['admin', 'rewind', '2026-01-31T13:00:00Z'],
    ['dlq', 'list'],
  ])('explains a wrong password to the command %s %s', async (...command) => {
    const settings = { ...as(operatorUser), KAFKA_SASL_PASSWORD: 'wrong-password' };
    await tributaryOutput(as(operatorUser), ...command);
    await expect(tributaryOutput(settings, ...command)).rejects.toThrow('Kafka refuses the credentials');
  });
});
