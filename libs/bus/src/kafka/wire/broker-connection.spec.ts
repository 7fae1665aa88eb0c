import { afterEach, describe, expect, it } from '@jest/globals';
import { StandInBroker } from '@tributary/testing/kafka/stand-in-broker';
import { Kafka, logLevel, type Message } from 'kafkajs';
import { BrokerConnection, protocolError } from './broker-connection.js';

const topic = 'topic';
const partitions = 2;

const recordsOf = (partition: number): Message[] =>
  [0, 1, 2].map((i) => ({
    key: `k-${i}`,
    value: Buffer.from(`{"step":${i},"partition":${partition}}`),
    timestamp: String(1_700_000_000_000 + i),
    headers: { ce_id: `id-${partition}-${i}` },
  }));

describe('a connection to a broker', () => {
  let broker: StandInBroker;
  let close = () => {};
  afterEach(() => {
    close();
    broker.stop();
  });

  async function connect(...codes: number[]) {
    broker = new StandInBroker(codes);
    const port = await broker.start();
    const kafka = new Kafka({ clientId: 'app', brokers: [`127.0.0.1:${port}`], logLevel: logLevel.NOTHING });
    const options = { clientId: 'app', logger: kafka.logger(), timeoutMs: 5_000 };
    const connection = new BrokerConnection({ host: '127.0.0.1', port }, options);
    close = () => connection.close();
    const batches = Array.from({ length: partitions }, (_, partition) => ({
      topic,
      partition,
      records: recordsOf(partition),
    }));
    return { kafka, connection, batches };
  }

  /** kafkajs's own producer sends the same records. */
  async function sendByKafkajs(kafka: Kafka): Promise<void> {
    const partitionOf = ({ message }: { message: Message }) =>
      Number(/"partition":(\d)/.exec(String(message.value))?.[1]);
    const producer = kafka.producer({ retry: { retries: 0 }, createPartitioner: () => partitionOf });
    await producer.connect();
    try {
      await producer.send({ topic, acks: -1, messages: [...recordsOf(0), ...recordsOf(1)] });
    } finally {
      await producer.disconnect();
    }
  }

  it('sends what the producer of kafkajs sends, and reads its success', async () => {
    const { kafka, connection, batches } = await connect(0, 0);
    const answers = await connection.produce(batches);
    expect(answers).toEqual([0, 1].map((partition) => ({ topic, partition, errorCode: 0 })));
    await sendByKafkajs(kafka);
    const [ours, theirs] = broker.produced;
    expect(ours).toBeDefined();
    expect(ours).toEqual(theirs);
  });

  it('says which partition has failed, where kafkajs throws for all', async () => {
    const { kafka, connection, batches } = await connect(0, 19);
    const answers = await connection.produce(batches);
    expect(answers.map(({ errorCode }) => errorCode)).toEqual([0, 19]);
    const expected = protocolError(19);
    expect(expected).toMatchObject({ type: 'NOT_ENOUGH_REPLICAS' });
    await expect(sendByKafkajs(kafka)).rejects.toThrow(expected.message);
  });

  it('reads the leaders of a topic', async () => {
    const { connection } = await connect(0, 0);
    const { brokers, topicMetadata } = await connection.metadata([topic]);
    expect(brokers).toMatchObject([{ nodeId: 1, host: '127.0.0.1' }]);
    expect(topicMetadata).toMatchObject([
      { topic, topicErrorCode: 0, partitionMetadata: [{ partitionId: 0, leader: 1 }, { partitionId: 1 }] },
    ]);
  });

  it('fails a request when the broker goes away', async () => {
    const { connection, batches } = await connect(0, 0);
    await connection.produce(batches);
    broker.stop();
    await expect(connection.produce(batches)).rejects.toThrow();
  });
});
