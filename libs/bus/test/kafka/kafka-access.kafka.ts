import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { topicCatalog, topics } from '@tributary/contracts/topics/topic-catalog';
import { appNames, type AppName } from '@tributary/contracts/topics/topic-description';
import { deadLetterTopic, type Topic } from '@tributary/contracts/topics/topic';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { createAuthority } from '@tributary/testing/kafka/kafka-certificates';
import { eventually } from '@tributary/testing/eventually';
import { limitBeside, timeOf } from '@tributary/testing/time-limit';
import { startSecuredKafka, superUser, type SecuredKafka } from '@tributary/testing/kafka/secured-kafka';
import { accessError } from '../../src/kafka/access-error.js';
import { createAcls } from '../../src/kafka/commands/create-acls.js';
import { createTopics } from '../../src/kafka/commands/create-topics.js';
import { kafkaClient, type KafkaConnection } from '../../src/kafka/kafka-client.js';
import { KafkaDeadLetterLog } from '../../src/kafka/kafka-dead-letter-log.js';
import { KafkaSuspectLog } from '../../src/kafka/kafka-suspect-log.js';
import { KafkaFollowers } from '../../src/kafka/kafka-followers.js';
import { KafkaPublisher } from '../../src/kafka/kafka.publisher.js';
import { KafkaStrategy } from '../../src/kafka/kafka.strategy.js';
import type { AnyTopic } from '../../src/messages/consume.js';
import { rewindGroups } from '../../src/kafka/commands/rewind-groups.js';
import { acls, operatorUser, userOf, type Acl } from '../../src/topics/acls.js';
import { handlerOf, listen, quickRetry, run, silent, type RunningBus, type Step } from '../bus-harness.js';

const users = [...appNames.map(userOf), operatorUser];
const credentials = 'admin.credential-changed.v1';
/** No message of any topic: its consumer writes it to the dead letters. */
const poison = [{ key: 'k', value: Buffer.from('{"forged":true}'), headers: { ce_id: 'forged' } }];

type Client = Omit<KafkaConnection, 'clientId' | 'logger'>;
const named = (client: Client): KafkaConnection => ({ ...client, clientId: 'test', logger: silent });

async function publish(client: Client, topic: string): Promise<void> {
  const publisher = new KafkaPublisher({ ...named(client), limits: { deadlineMs: 180_000 } });
  try {
    await publisher.send(topic, poison);
  } finally {
    await publisher.close();
  }
}

/** How many records a topic holds. */
async function count(client: Client, topic: string): Promise<number> {
  const admin = kafkaClient(named(client)).admin();
  try {
    await admin.connect();
    const offsets = await admin.fetchTopicOffsets(topic);
    return offsets.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
  } finally {
    await admin.disconnect();
  }
}

/** The message of the access error with which the work fails. */
const denial = async (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => accessError(error)?.message,
  );

/** The consumers of an app on their topics, with handlers that do nothing. */
function consume(app: AppName, client: Client): Promise<RunningBus> {
  const publisher = new KafkaPublisher(named(client));
  const onCrash = (error: Error) => {
    throw error;
  };
  const strategy = new KafkaStrategy({ ...named(client), publisher, onCrash, retry: quickRetry });
  const handlers = topicCatalog.flatMap(({ topic, consumers }) =>
    consumers
      .filter((group) => group.startsWith(`${app}.`))
      .map((group) =>
        handlerOf(topic as Topic<Step>, { group, broadcast: topic.retention === 'compact' }, () => undefined),
      ),
  );
  return run({ publisher, strategy, close: () => publisher.close() }, handlers);
}

describe('a secured broker', () => {
  let kafka: SecuredKafka | undefined;
  const as = (user: string) => (kafka as SecuredKafka).connection(user);

  beforeAll(async () => {
    kafka = await startSecuredKafka(users);
    await createAcls(named(as(superUser)), acls(topicCatalog));
    const { brokers, ...access } = as(operatorUser);
    // A broker applies ACLs some time after its answer.
    await eventually(() => createTopics(brokers, topics, { replicationFactor: 1, ...access }));
  });
  afterAll(() => kafka?.stop());

  it('lets each app publish what it produces, consume what it consumes, and write dead letters', async () => {
    for (const { topic, producers } of topicCatalog)
      for (const producer of producers) await publish(as(userOf(producer)), topic.name);
    const running = await Promise.all(appNames.map((app) => consume(app, as(userOf(app)))));
    // At least: a rebalance while the groups start delivers a record again, and its dead letter is written again.
    await eventually(async () => {
      const missing: string[] = [];
      for (const { topic, producers, consumers } of topicCatalog)
        if ((await count(as(superUser), deadLetterTopic(topic.name))) < producers.length * consumers.length)
          missing.push(topic.name);
      expect(missing).toEqual([]);
      for (const { strategy } of running)
        expect((await strategy.lag()).filter(({ messages }) => messages > 0)).toEqual([]);
    });
    await Promise.all(running.map((app) => app.close()));
  });

  it('lets each app follow what the catalog names, and nothing else', async () => {
    const warnings: string[] = [];
    const logger = { ...silent, warn: (message: string) => void warnings.push(message) };
    // A busy broker that is late is warned of, too.
    const denials = () => warnings.filter((message) => /authoriz/i.test(message));
    const follow = async (app: AppName, topic: AnyTopic) => {
      const followers = new KafkaFollowers({ ...named(as(userOf(app))), logger });
      const isStarted = followers.follow([topic], { wants: () => false, onMessage: () => {} }).started.then(() => true);
      const outcome = await Promise.race([isStarted, eventually(() => expect(denials()).not.toEqual([]))]);
      followers.stop();
      return outcome === true;
    };
    for (const { topic, followers = [] } of topicCatalog)
      for (const app of followers) expect([app, topic.name, await follow(app, topic as AnyTopic)]).toContain(true);
    expect(denials()).toEqual([]);
    expect(await follow('analytics', activityReceived)).toBe(false);
  });

  it('lets each app mark which of its batches blocked the thread, and no other', async () => {
    const mark = async (app: AppName, owner: AppName, message: string) => {
      const isOwn = (group: string) => group.startsWith(`${owner}.`);
      const consumed = topicCatalog.find(({ consumers }) => consumers.some(isOwn));
      const [group, topic] = [consumed?.consumers.find(isOwn) ?? '', consumed?.topic.name ?? ''];
      const log = new KafkaSuspectLog(named(as(userOf(app))));
      const written = await log
        .write([{ group, topic, messages: [message], wasSuspect: false, time: 1 }])
        .catch(String);
      return written ?? (await log.read(0, [group])).flatMap(({ messages }) => messages);
    };
    for (const app of appNames) expect([app, await mark(app, app, '0/7')]).toEqual([app, ['0/7']]);
    expect(await mark('analytics', 'tracking-ingest', '0/8')).toMatch(/group/);
  });

  it('lets the operator read and replay dead letters, and set groups back', async () => {
    const [topic] = topicCatalog
      .filter(({ producers, consumers }) => producers.length === 1 && consumers.length === 1)
      .map((each) => each.topic);
    if (!topic) throw new Error('no topic has one producer and one consumer');
    const log = new KafkaDeadLetterLog(named(as(operatorUser)));
    const found: unknown[] = [];
    await log.scan(topic, (entries) => void found.push(...entries));
    expect(found.length).toBeGreaterThanOrEqual(1);
    await log.replay(
      topic,
      found.flatMap((entry) => (entry as { deadLetter: never }).deadLetter),
    );
    await log.close();
    const rewound = await rewindGroups(named(as(operatorUser)), [topic.name], 0);
    expect(rewound).toMatchObject([{ topic: topic.name }]);
  });

  it('refuses every publication that the catalog does not name, and stores nothing of it', async () => {
    const before = await count(as(superUser), credentials);
    const others = appNames.filter((app) => app !== 'admin');
    const refused = await Promise.all(others.map((app) => denial(publish(as(userOf(app)), credentials))));
    expect(refused).toEqual(others.map(() => expect.stringMatching(/^Kafka denies access: check the ACLs/)));
    expect(await count(as(superUser), credentials)).toBe(before);
  });

  it.each([
    ['no TLS and no credentials', ({ brokers }: Client) => ({ brokers })],
    ['no TLS', ({ brokers, sasl }: Client) => ({ brokers, sasl })],
    ['no credentials', ({ brokers, ssl }: Client) => ({ brokers, ssl })],
  ])('answers nothing to a client with %s', async (_case, without) => {
    await expect(count(without(as(superUser)), credentials)).rejects.toThrow();
  });

  it('explains a wrong password and an unknown authority, within seconds and without the password', async () => {
    const client = as(userOf('gateway'));
    const sasl = { mechanism: 'scram-sha-512', username: userOf('gateway'), password: 'wrong-one' } as const;
    const requestsMs = [await timeOf(() => count(client, credentials).catch(() => undefined))];
    const start = Date.now();
    const password = await denial(count({ ...client, sasl }, credentials));
    const authority = await denial(count({ ...client, ssl: true }, credentials));
    expect(password).toMatch(/^Kafka refuses the credentials: check KAFKA_SASL_MECHANISM/);
    expect(password).not.toContain('wrong-one');
    expect(authority).toMatch(/^TLS to Kafka fails: check KAFKA_SSL, KAFKA_SSL_CA.*certificate/);
    expect(Date.now() - start).toBeLessThan(limitBeside(20_000, requestsMs));
  });

  it('is not blamed for the TLS of another server', () => {
    const error = Object.assign(new Error('unable to verify'), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(accessError(error)).toBeUndefined();
  });

  it('trusts a renewed authority at the next connect, without a new client', async () => {
    const { authority, broker } = kafka as SecuredKafka;
    let ca = (await createAuthority(await mkdtemp(path.join(tmpdir(), 'tributary-ca-')), 'other')).ca;
    const client = {
      ...as(superUser),
      ssl: {
        get ca() {
          return ca;
        },
      },
    };
    const admin = kafkaClient(named({ ...client, brokers: broker.brokers })).admin();
    expect(await denial(admin.connect())).toMatch(/^TLS to Kafka fails/);
    await admin.disconnect();
    ca = authority.ca;
    await admin.connect();
    await admin.disconnect();
  });

  it('ends a consumer with the reason when its user may not read', async () => {
    const client = named(as(userOf('warehouse-metadata')));
    const publisher = new KafkaPublisher(client);
    const crash = new Promise<Error>((resolve) => {
      const onCrash = (error: Error) => void strategy.close().then(() => resolve(error));
      const strategy = new KafkaStrategy({ ...client, publisher, onCrash });
      const handler = handlerOf(
        topics[0] as unknown as Topic<Step>,
        { group: 'warehouse-metadata.other' },
        () => undefined,
      );
      void listen(strategy, [handler]);
    });
    expect((await crash).message).toMatch(/^Kafka denies access/);
    await publisher.close();
  });

  it('stores the refused record once an ACL allows it (control)', async () => {
    const user = userOf('gateway');
    const grant: Acl = { user, resource: 'topic', name: credentials, pattern: 'literal', operations: ['Write'] };
    const before = await count(as(superUser), credentials);
    await createAcls(named(as(superUser)), [grant]);
    // A broker applies an ACL some time after its answer.
    await eventually(() => publish(as(user), credentials));
    // A busy broker may write one without an answer.
    expect(await count(as(superUser), credentials)).toBeGreaterThan(before);
  });
});
