import { spawnSync } from 'node:child_process';
import { testingConfig } from '../config.js';
import { startLocalKafka } from '../kafka/kafka-broker.js';
import type { KafkaBroker } from '../kafka/kafka-server.js';
import { dockerKafka } from './containers-docker.js';

const hasJava = () => spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0;

/** An Apache Kafka 4.1.1 broker for a spec: from jars if Java is installed, otherwise in a container. */
export async function startKafka(): Promise<KafkaBroker> {
  if (hasJava()) return startLocalKafka();
  const { address, ...server } = await dockerKafka(testingConfig().KAFKA_IMAGE).catch((cause: unknown) => {
    throw new Error('The specs of the bus need Java 17 or Docker', { cause });
  });
  return { brokers: [address], ...server };
}
