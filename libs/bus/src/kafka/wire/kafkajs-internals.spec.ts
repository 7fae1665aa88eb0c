import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Kafka, logLevel, type Message } from 'kafkajs';
import { BrokerConnection, protocolError } from './kafkajs-internals.js';

const [produce, metadata, apiVersions] = [0, 3, 18];
const topic = 'topic';
const partitions = 2;

/** A broker of two partitions that keeps what it is sent, and answers each partition with a code. */
class StandInBroker {
  readonly produced: Buffer[] = [];
  private readonly sockets: Socket[] = [];
  private readonly server: Server;

  constructor(private readonly codes: number[]) {
    this.server = createServer((socket) => {
      this.sockets.push(socket);
      let received = Buffer.alloc(0);
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        received = Buffer.concat([received, bytes]);
        for (; received.length >= 4 && received.length >= 4 + received.readInt32BE(); ) {
          const end = 4 + received.readInt32BE();
          socket.write(this.answer(received.subarray(4, end)));
          received = received.subarray(end);
        }
      });
    });
  }

  async start(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.port;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private answer(request: Buffer): Buffer {
    const body = this.bodyFor(request);
    const head = Buffer.alloc(8);
    head.writeInt32BE(4 + body.length, 0);
    head.writeInt32BE(request.readInt32BE(4), 4);
    return Buffer.concat([head, body]);
  }

  private bodyFor(request: Buffer): Buffer {
    const api = request.readInt16BE(0);
    if (api === apiVersions) return fields(i16(0), array([produce, metadata, apiVersions].map(versionsOf)), i32(0));
    if (api === metadata) return this.metadata();
    // Behind api, version, correlation id, client id, transactional id and acks: the timeout, which is not compared.
    const timeoutAt = 10 + request.readInt16BE(8) + 4;
    this.produced.push(request.subarray(timeoutAt + 4));
    const answers = this.codes.map((code, i) => fields(i32(i), i16(code), i64(7), i64(-1), i64(0)));
    return fields(array([fields(text(topic), array(answers))]), i32(0));
  }

  private metadata(): Buffer {
    const broker = fields(i32(1), text('127.0.0.1'), i32(this.port), i16(-1));
    const partition = (i: number) => fields(i16(0), i32(i), i32(1), array([i32(1)]), array([i32(1)]), array([]));
    const described = fields(i16(0), text(topic), Buffer.from([0]), array([0, 1].map(partition)));
    return fields(i32(0), array([broker]), text('cluster'), i32(1), array([described]));
  }
}

const number = (bytes: number, write: (buffer: Buffer) => void) => {
  const buffer = Buffer.alloc(bytes);
  write(buffer);
  return buffer;
};
const i16 = (value: number) => number(2, (buffer) => buffer.writeInt16BE(value));
const i32 = (value: number) => number(4, (buffer) => buffer.writeInt32BE(value));
const i64 = (value: number) => number(8, (buffer) => buffer.writeBigInt64BE(BigInt(value)));
const text = (value: string) => Buffer.concat([i16(Buffer.byteLength(value)), Buffer.from(value)]);
const array = (items: Buffer[]) => Buffer.concat([i32(items.length), ...items]);
const fields = (...all: Buffer[]) => Buffer.concat(all);
/** Produce 7, Metadata 5 and ApiVersions 1, which have the layouts above. */
const versionsOf = (api: number) => {
  const version = { [produce]: 7, [metadata]: 5, [apiVersions]: 1 }[api] ?? 0;
  return fields(i16(api), i16(0), i16(version));
};

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
