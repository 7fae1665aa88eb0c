import { Kafka, logLevel } from 'kafkajs';
import { eventually } from '../eventually.js';
import { type LocalKafka, newClusterId, prepareLocalKafka } from './kafka-broker.js';
import { freePorts } from '../free-ports.js';

/** Several real brokers. Each is also a controller, and has 222 MB resident. */
export interface KafkaCluster {
  /** Their addresses. */
  brokers: string[];
  /** In the order of their ids, which begin with 1. */
  nodes: LocalKafka[];
  /** Resolves when every replica of every partition is in sync: a fault of another broker then takes no second one. */
  untilInSync(): Promise<void>;
  /** Stops all brokers and removes their data. */
  stop(): Promise<void>;
}

export interface KafkaClusterOptions {
  /**
   * Beside many processes a broker that works may be silent for seconds. Long sessions take it for failed after ten.
   * Otherwise its partitions move, all clients ask where they are, and the machine is busier than before. Default false.
   */
  hasLongSessions?: boolean;
}

const size = 3;

/**
 * Starts a cluster from jars. About four seconds after a broker has failed, its partitions get other leaders; some seconds
 * later if it was the active controller. The preferred leader takes a partition back a second or two after its return.
 */
export async function startKafkaCluster({ hasLongSessions = false }: KafkaClusterOptions = {}): Promise<KafkaCluster> {
  const ports = await freePorts(2 * size);
  const clusterId = newClusterId();
  const portsOf = (index: number): [number, number] => [ports[2 * index] ?? 0, ports[2 * index + 1] ?? 0];
  const ids = Array.from({ length: size }, (_, index) => index + 1);
  const voters = ids.map((id, index) => `${id}@127.0.0.1:${portsOf(index)[1]}`).join();
  const nodes: LocalKafka[] = [];
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));
  try {
    const member = (id: number) => ({
      clusterId,
      ports: portsOf(id - 1),
      properties: properties(id, voters) + (hasLongSessions ? longSessions : ''),
      format: [],
    });
    for (const id of ids) nodes.push(await prepareLocalKafka(member(id)));
    // Together: none answers before a majority of the controllers runs.
    await Promise.all(nodes.map((node) => node.start()));
    const brokers = nodes.flatMap((node) => node.brokers);
    return { brokers, nodes, untilInSync: () => untilInSync(brokers), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** On a busy machine a broker is slow to catch up. */
const inSyncWithin = { within: 180_000, every: 500 };

async function untilInSync(brokers: string[]): Promise<void> {
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  try {
    // A broker that has just returned may refuse it.
    await eventually(() => admin.connect(), inSyncWithin);
    await eventually(async () => {
      const { topics } = await admin.fetchTopicMetadata();
      const partitions = topics.flatMap(({ name, partitions }) =>
        partitions.map((partition) => ({ name, ...partition })),
      );
      const behind = partitions.filter(({ isr, replicas }) => isr.length < replicas.length);
      if (behind.length > 0) throw new Error(`${behind.length} partitions lack a replica, ${behind[0]?.name} too`);
    }, inSyncWithin);
  } finally {
    await admin.disconnect();
  }
}

/** A Properties file, in which the last line of a name counts. */
const properties = (id: number, voters: string) => `node.id=${id}
controller.quorum.voters=${voters}
offsets.topic.replication.factor=3
transaction.state.log.replication.factor=3
broker.session.timeout.ms=4000
leader.imbalance.check.interval.seconds=1
leader.imbalance.per.broker.percentage=0
${idle}`;

/** Brokers without work look after each other less often than by default: that halves what they take of the processor. */
const idle = `metadata.max.idle.interval.ms=5000
replica.fetch.wait.max.ms=3000
`;

const longSessions = `broker.session.timeout.ms=10000
broker.heartbeat.interval.ms=1000
controller.quorum.fetch.timeout.ms=10000
controller.quorum.request.timeout.ms=10000
`;
