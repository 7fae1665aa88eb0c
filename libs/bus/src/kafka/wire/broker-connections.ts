import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from 'kafkajs';
import type { Cluster, NodeId, PartitionRecords } from '../../publishing/cluster.js';
import { BrokerMetadata, hostOf } from './broker-metadata.js';
import {
  BrokerConnection,
  protocolError,
  type BrokerAddress,
  type BrokerOptions,
  type ClusterMetadata,
  type ProducedPartition,
  type TopicMetadata,
} from './broker-connection.js';

export interface BrokerConnectionsOptions<R> extends BrokerOptions {
  /** `host:port` of the brokers to ask first. */
  brokers: string[];
  /** The Kafka records of records that go into one request. */
  bundle: (records: PartitionRecords<R>) => Message[];
}

const noError = 0;
const unknownServerError = -1;
const leaderNotAvailable = 5;

/** The time between two requests for the leaders. */
const refreshPauseMs = 100;
/** So that partitions that were added are used. */
const maxAgeMs = 300_000;

/** The brokers: which of them leads which partition, and connections to write to them. */
export class BrokerConnections<R> implements Cluster<R> {
  private readonly metadata: BrokerMetadata;
  private readonly names = new Set<string>();
  /** As the brokers have described them. */
  private readonly topics = new Map<string, TopicMetadata>();
  private readonly connections = new Map<string, BrokerConnection>();
  private addresses = new Map<NodeId, BrokerAddress>();
  private refreshing?: Promise<void>;
  private refreshedAt = -Infinity;
  private isClosed = false;

  constructor(private readonly options: BrokerConnectionsOptions<R>) {
    this.metadata = new BrokerMetadata(options.brokers, options);
  }

  leadersOf(topic: string): NodeId[] | undefined {
    const partitions = this.topics.get(topic)?.partitionMetadata ?? [];
    const leaders: NodeId[] = [];
    for (const { partitionId, leader } of partitions) leaders[partitionId] = leader;
    return leaders.length > 0 ? leaders : undefined;
  }

  errorOf(topic: string): Error | undefined {
    const code = this.topics.get(topic)?.topicErrorCode ?? noError;
    return code === noError ? undefined : protocolError(code);
  }

  isStale(): boolean {
    return performance.now() - this.refreshedAt > maxAgeMs;
  }

  async refresh(topics: string[]): Promise<void> {
    for (const topic of topics) this.names.add(topic);
    const isUnderWay = this.refreshing !== undefined;
    await this.askOnce();
    // The request may have been sent before a topic was added.
    if (isUnderWay && topics.some((topic) => !this.topics.has(topic))) await this.askOnce();
  }

  async produce(node: NodeId, isRetry: boolean, batches: PartitionRecords<R>[]): Promise<(Error | undefined)[]> {
    const address = this.addresses.get(node);
    if (this.isClosed || !address) throw protocolError(leaderNotAvailable);
    const name = `${node} at ${hostOf(address)}${isRetry ? ' for retries' : ''}`;
    const connection = this.connections.get(name) ?? new BrokerConnection(address, this.options);
    this.connections.set(name, connection);
    try {
      const answers = await connection.produce(
        batches.map((batch) => ({ ...batch, records: this.options.bundle(batch) })),
      );
      return batches.map((batch) => outcomeOf(batch, answers));
    } catch (error) {
      // The connection may not notice that it is dead, and must not write later what it has not sent yet.
      connection.close();
      this.connections.delete(name);
      this.metadata.avoid(address);
      throw error;
    }
  }

  close(): void {
    this.isClosed = true;
    this.metadata.close();
    for (const connection of this.connections.values()) connection.close();
    this.connections.clear();
  }

  private askOnce(): Promise<void> {
    return (this.refreshing ??= this.askForLeaders().finally(() => (this.refreshing = undefined)));
  }

  private async askForLeaders(): Promise<void> {
    await sleep(Math.max(this.refreshedAt + refreshPauseMs - performance.now(), 0));
    if (this.isClosed) return;
    this.refreshedAt = performance.now();
    this.updateMetadata(await this.metadata.fetch([...this.names], this.addresses.values()));
  }

  private updateMetadata({ brokers, topicMetadata }: ClusterMetadata): void {
    this.addresses = new Map(brokers.map(({ nodeId, ...address }) => [nodeId, address]));
    for (const metadata of topicMetadata) {
      const isKnown = this.leadersOf(metadata.topic) !== undefined;
      // A topic that is known stays known: a broker that has just started may lack it.
      if (metadata.topicErrorCode === noError || !isKnown) this.topics.set(metadata.topic, metadata);
    }
  }
}

function outcomeOf(
  { topic, partition }: Pick<ProducedPartition, 'topic' | 'partition'>,
  answers: ProducedPartition[],
): Error | undefined {
  const answer = answers.find((each) => each.partition === partition && each.topic === topic);
  const code = answer?.errorCode ?? unknownServerError;
  return code === noError ? undefined : protocolError(code);
}
