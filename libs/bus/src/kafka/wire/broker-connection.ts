import type { KafkaConfig, KafkaMessage, Logger, Message } from 'kafkajs';
import type { PartitionRecords } from '../../publishing/cluster.js';
import { encodeProduce } from './encode-produce.js';
import {
  apiKeys,
  Broker,
  ConnectionPool,
  createErrorFromCode,
  defaultSocketFactory,
  requests,
  type ApiName,
} from './kafkajs-modules.js';

export interface BrokerAddress {
  host: string;
  port: number;
  rack?: string | null;
}

export interface BrokerOptions extends Pick<KafkaConfig, 'ssl' | 'sasl'> {
  clientId: string;
  logger: Logger;
  /** For a connection, and for the answer to a request. kafkajs checks every 100 ms. */
  timeoutMs: number;
}

/** The answer for one partition; the code 0 is success. */
export interface ProducedPartition {
  topic: string;
  partition: number;
  errorCode: number;
}

export interface PartitionName {
  topic: string;
  partition: number;
}

/** Where to read a partition. */
export interface PartitionPosition extends PartitionName {
  offset: bigint;
}

export interface FetchLimits {
  /** How long the broker waits for a record. Shorter than `timeoutMs` of the connection. */
  maxWaitMs: number;
  /** Limit of the answer. The first record comes even if it is larger. */
  maxBytes: number;
}

/** A record as kafkajs decodes it: with its batch, if the broker stores batches. */
type FetchedMessage = KafkaMessage & { batchContext?: { firstOffset: string; lastOffsetDelta?: number } };

/** The answer for one partition; the code 0 is success. */
export interface FetchedPartition extends PartitionName {
  errorCode: number;
  /** The end of the partition. It may be far behind the records: an answer has a limit for all partitions together. */
  end: bigint;
  /** Where to go on: behind the batch of the last record, whose own last records may be gone. Undefined without records. */
  next: bigint | undefined;
  /** In order; the first ones may be before the position that was asked for. */
  records: KafkaMessage[];
}

export interface TopicMetadata {
  topic: string;
  topicErrorCode: number;
  /** The leader is -1 while there is none. */
  partitionMetadata: { partitionId: number; leader: number }[];
}

export interface ClusterMetadata {
  brokers: (BrokerAddress & { nodeId: number })[];
  topicMetadata: TopicMetadata[];
}

/** Codes of a partition in an answer. */
export const [noError, offsetOutOfRange] = [0, 1];

export const partitionName = ({ topic, partition }: PartitionName) => `${topic}/${partition}`;

/** An error of kafkajs with the `type` that Kafka gives to the code. */
export const protocolError = createErrorFromCode;

/** One connection to a broker: it connects at its first request, and again once it was lost. */
export class BrokerConnection {
  private readonly broker: Broker;
  private readonly connections: ConnectionPool;

  constructor(
    address: BrokerAddress,
    private readonly options: BrokerOptions,
  ) {
    const { timeoutMs, logger, ...client } = options;
    this.connections = new ConnectionPool({
      ...address,
      ...client,
      logger,
      connectionTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      socketFactory: defaultSocketFactory(),
    });
    this.broker = new Broker({ connectionPool: this.connections, logger, allowAutoTopicCreation: false });
  }

  /** Resolves once all in-sync replicas have the records, or cannot get them, with the answer for each partition. */
  async produce(batches: PartitionRecords<Message>[]): Promise<ProducedPartition[]> {
    // The broker gives up long before this client does: its answer says which partitions have succeeded, and without an
    // answer those are written again. A message that waits for a stalled request can survive a second one, too.
    const timeout = Math.ceil(this.options.timeoutMs / 2);
    const parameters = { acks: -1, timeout, topicData: [] };
    const answer = (await this.call('Produce', parameters, () => encodeProduce(timeout, batches))) as {
      topics: { topicName: string; partitions: { partition: number; errorCode: number }[] }[];
    };
    return answer.topics.flatMap(({ topicName, partitions }) =>
      partitions.map(({ partition, errorCode }) => ({ topic: topicName, partition, errorCode })),
    );
  }

  async metadata(topics: string[]): Promise<ClusterMetadata> {
    return (await this.call('Metadata', { topics, allowAutoTopicCreation: false })) as ClusterMetadata;
  }

  /** Where partitions that the broker leads begin, or end: the offset of the first record, or of the next one to be written. */
  async offsets(
    partitions: PartitionName[],
    which: 'first' | 'next',
  ): Promise<(PartitionPosition & { errorCode: number })[]> {
    const timestamp = which === 'next' ? latest : earliest;
    const topics = Array.from(
      Map.groupBy(partitions, ({ topic }) => topic),
      ([topic, ofTopic]) => ({ topic, partitions: ofTopic.map(({ partition }) => ({ partition, timestamp })) }),
    );
    const { responses } = (await this.call('ListOffsets', { topics })) as {
      responses: { topic: string; partitions: { partition: number; errorCode: number; offset: string }[] }[];
    };
    return responses.flatMap(({ topic, partitions: answers }) =>
      answers.map(({ partition, errorCode, offset }) => ({ topic, partition, errorCode, offset: BigInt(offset) })),
    );
  }

  /** Reads partitions that the broker leads. It belongs to no group, and commits nothing. */
  async fetch(positions: PartitionPosition[], { maxWaitMs, maxBytes }: FetchLimits): Promise<FetchedPartition[]> {
    const topics = Array.from(
      Map.groupBy(positions, ({ topic }) => topic),
      ([topic, ofTopic]) => ({
        topic,
        partitions: ofTopic.map(({ partition, offset }) => ({ partition, fetchOffset: String(offset), maxBytes })),
      }),
    );
    const { responses } = (await this.call('Fetch', { maxWaitTime: maxWaitMs, minBytes: 1, maxBytes, topics })) as {
      responses: {
        topicName: string;
        partitions: { partition: number; errorCode: number; highWatermark: string; messages: FetchedMessage[] }[];
      }[];
    };
    return responses.flatMap(({ topicName: topic, partitions }) =>
      partitions.map(({ partition, errorCode, highWatermark, messages }) => ({
        topic,
        partition,
        errorCode,
        end: BigInt(highWatermark),
        next: behind(messages.at(-1)),
        records: messages,
      })),
    );
  }

  /** Ends the connection at once, also if the broker hangs. */
  close(): void {
    for (const connection of this.connections.pool) {
      connection.rejectRequests(new Error('The connection to the broker is closed'));
      connection.socket?.destroy();
    }
    void this.connections.destroy();
  }

  private async call(api: ApiName, parameters: object, encode?: () => Buffer): Promise<unknown> {
    if (!this.broker.isConnected()) await this.connect();
    const { request, response } = this.broker.lookupRequest(apiKeys[api], requests[api])(parameters);
    if (encode) request.encode = () => Promise.resolve(asEncoder(encode()));
    // kafkajs's `parse` throws the first error of a partition or topic.
    const parse = (decoded: unknown) => Promise.resolve(decoded);
    return this.connections.send({ request, response: Object.assign({}, response, { parse }) });
  }

  /** kafkajs does not bound the time of a SASL handshake. */
  private async connect(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const fail = () => reject(new Error('The broker did not answer in time'));
      timer = setTimeout(fail, 2 * this.options.timeoutMs);
    });
    await Promise.race([this.broker.connect(), late]).finally(() => clearTimeout(timer));
  }
}

/** Compaction removes records and keeps the offsets of their batch. */
function behind(last: FetchedMessage | undefined): bigint | undefined {
  if (!last) return undefined;
  const { firstOffset, lastOffsetDelta = 0 } = last.batchContext ?? { firstOffset: last.offset };
  return BigInt(firstOffset) + BigInt(lastOffsetDelta) + 1n;
}

/** The timestamps that ask for the end and the start of a partition. */
const [latest, earliest] = ['-1', '-2'];

const asEncoder = (buffer: Buffer) => ({ buf: buffer, buffer });
