/** The number of a broker. */
export type NodeId = number;

/** In place of the leader of a partition that has none. */
export const noLeader: NodeId = -1;

/** The records of one partition in a request. */
export interface PartitionRecords<R> {
  topic: string;
  partition: number;
  records: R[];
}

/** The interface of Kafka that a producer needs. */
export interface Cluster<R> {
  /** The leader of each partition, as far as known; undefined for a topic without known partitions. */
  leadersOf(topic: string): NodeId[] | undefined;
  /** Why the brokers have no partitions of the topic. */
  errorOf(topic: string): Error | undefined;
  /** Whether the leaders have not been asked for in a long time. */
  isStale(): boolean;
  /** Asks for the leaders of these topics. Calls at the same time share a request. */
  refresh(topics: string[]): Promise<void>;
  /**
   * Sends records to the leader of their partitions in one request, and resolves with the outcome of each partition:
   * undefined for success. Rejects when all have failed, or when their outcome is unknown.
   *
   * @param isRetry sends over another connection: on each, a request waits until the one before it is answered
   */
  produce(leader: NodeId, isRetry: boolean, partitions: PartitionRecords<R>[]): Promise<(Error | undefined)[]>;
  close(): void;
}
