import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import { eventually } from '@tributary/testing/eventually';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import { ConfigResourceTypes, type Admin } from 'kafkajs';
import { createWithLeaders } from '../../src/kafka/commands/create-topics.js';
import { brokerClient } from '../../src/kafka/kafka-client.js';
import { BrokerConnection } from '../../src/kafka/wire/broker-connection.js';
import { silent } from '../bus-harness.js';
import { clientOf } from './kafka-harness.js';

const topic = 'test.compacted.v1';
const segmentMs = 200;
const partition = { topic, partition: 0 };

let broker: KafkaBroker;
let admin: Admin;
let connection: BrokerConnection;

beforeAll(async () => {
  broker = await startKafka();
  admin = clientOf(broker).admin();
  await admin.connect();
  const [host, port] = broker.brokers[0]!.split(':') as [string, string];
  const client = brokerClient({ brokers: broker.brokers, clientId: 'test', logger: silent });
  connection = new BrokerConnection({ host, port: Number(port) }, { ...client, timeoutMs: 60_000 });
});
afterAll(async () => {
  connection.close();
  await admin.disconnect();
  await broker.stop();
});

/** Kafka compacts closed segments only, and closes one when a record comes later. By default it looks every 15 s. */
async function createCompacted(): Promise<void> {
  const configEntries = Object.entries({
    'cleanup.policy': 'compact',
    'segment.ms': String(segmentMs),
    'min.cleanable.dirty.ratio': '0.001',
  }).map(([name, value]) => ({ name, value }));
  await createWithLeaders(admin, [{ topic, configEntries }]);
  const cleaner = [{ name: 'log.cleaner.backoff.ms', value: '100' }];
  const name = String((await admin.describeCluster()).controller);
  const resources = [{ type: ConfigResourceTypes.BROKER, name, configEntries: cleaner }];
  await admin.alterConfigs({ validateOnly: false, resources });
}

const fetchFrom = async (offset: bigint, maxBytes: number) => {
  const [fetched] = await connection.fetch([{ ...partition, offset }], { maxWaitMs: 100, maxBytes });
  return { offsets: fetched?.records.map((record) => Number(record.offset)), next: fetched?.next };
};

it('a reader continues behind a batch whose last record Kafka has compacted away', async () => {
  await createCompacted();
  const producer = clientOf(broker).producer();
  await producer.connect();
  for (const keys of [['a', 'b'], ['b'], ['c']]) {
    await producer.send({ topic, messages: keys.map((key) => ({ key, value: '{}' })) });
    await sleep(2 * segmentMs);
  }
  await producer.disconnect();
  // An answer has the records of one segment. Compaction has made one of the first two.
  await eventually(async () => expect((await fetchFrom(0n, 1024 * 1024)).offsets).toEqual([0, 2]));
  // The smallest answer has one batch, also for the offset whose record is gone.
  expect(await fetchFrom(0n, 1)).toEqual({ offsets: [0], next: 2n });
  expect(await fetchFrom(1n, 1)).toEqual({ offsets: [0], next: 2n });
  expect(await fetchFrom(2n, 1)).toEqual({ offsets: [2], next: 3n });
});
