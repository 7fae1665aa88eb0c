import { PostgreSqlContainer } from '@testcontainers/postgresql';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';
import { brokerAnswers, databaseAnswers } from './containers-ready.js';
import type { Started } from './containers.js';
import { eventually } from './eventually.js';
import { freePorts } from './kafka-ports.js';

const startTimeoutMs = 120_000;

/**
 * A broker in a container. Its host port is chosen before the start, so that it can be advertised, and fixed, so that
 * clients find the broker again after a restart: a port that Docker chooses changes with every start.
 */
export async function dockerKafka(image: string): Promise<Started> {
  const [port] = (await freePorts(1)) as [number];
  const container = await new GenericContainer(image)
    .withExposedPorts({ container: 9092, host: port })
    .withEnvironment(kafkaEnvironment(port))
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .withStartupTimeout(startTimeoutMs)
    .start();
  const address = `127.0.0.1:${port}`;
  return breakable(container, address, () => brokerAnswers([address]));
}

export async function dockerPostgres(image: string): Promise<Started> {
  const [port] = (await freePorts(1)) as [number];
  const container = await new PostgreSqlContainer(image)
    .withDatabase('tributary')
    .withExposedPorts({ container: 5432, host: port })
    // Without a shell, and patient: when a check with one is late Docker kills the shell, its child falls to process 1,
    // which is PostgreSQL, and takes a child that dies of a signal for a crash of its own: it starts anew.
    .withHealthCheck({
      test: ['CMD', 'pg_isready', '--host', 'localhost', '--username', 'test', '--dbname', 'tributary'],
      ...{ interval: 1_000, timeout: 30_000, retries: 120 },
    })
    // Each process may open eleven, and those of one that was killed linger: the default of 100 is too few for three of each.
    .withCommand(['postgres', '-c', 'max_connections=300'])
    .withStartupTimeout(startTimeoutMs)
    .start();
  const url = `postgres://${container.getUsername()}:${container.getPassword()}@127.0.0.1:${port}/tributary`;
  return breakable(container, url, () => databaseAnswers(url));
}

/** Past testcontainers, whose own restart asks politely, and removes the container when it does not come back. */
async function breakable(
  container: StartedTestContainer,
  address: string,
  answers: () => Promise<void>,
): Promise<Started> {
  const { dockerode } = (await getContainerRuntimeClient()).container;
  const handle = dockerode.getContainer(container.getId());
  return {
    address,
    kill: async () => {
      await handle.kill({ signal: 'SIGKILL' });
      await handle.wait();
    },
    start: async () => {
      await handle.start();
      await eventually(answers, { within: startTimeoutMs });
    },
    stop: async () => void (await handle.remove({ force: true, v: true })),
  };
}

const kafkaEnvironment = (port: number) => ({
  CLUSTER_ID: '4L6g3nShT-eMCtK--X86sw',
  KAFKA_NODE_ID: '1',
  KAFKA_PROCESS_ROLES: 'broker,controller',
  KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
  KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
  KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
  KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
  KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
  KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
  KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
  KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
  // After a SIGKILL the controller refuses the new broker until the session of the old one has run out (9 s by default).
  KAFKA_BROKER_SESSION_TIMEOUT_MS: '2000',
  KAFKA_BROKER_HEARTBEAT_INTERVAL_MS: '500',
  KAFKA_HEAP_OPTS: '-Xms256M -Xmx384M',
});
