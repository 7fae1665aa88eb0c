import { PostgreSqlContainer } from '@testcontainers/postgresql';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';
import { pingBroker, pingDatabase } from './containers-ready.js';
import type { PausableServer, StartedServer } from './server.js';
import { eventually } from '../eventually.js';
import { freePorts } from '../free-ports.js';

const startTimeoutMs = 300_000;

/**
 * A broker in a container. Its host port is chosen before the start, because the broker must advertise it. The port stays
 * the same after a restart, so clients reconnect; a port that Docker chooses changes with every start.
 */
export async function dockerKafka(image: string): Promise<PausableServer> {
  const [port] = (await freePorts(1)) as [number];
  const container = await new GenericContainer(image)
    .withExposedPorts({ container: 9092, host: port })
    .withEnvironment(kafkaEnvironment(port))
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .withStartupTimeout(startTimeoutMs)
    .start();
  const address = `127.0.0.1:${port}`;
  return faultableServer(container, address, () => pingBroker([address]));
}

export async function dockerPostgres(image: string): Promise<StartedServer> {
  const [port] = (await freePorts(1)) as [number];
  const container = await new PostgreSqlContainer(image)
    .withDatabase('tributary')
    .withExposedPorts({ container: 5432, host: port })
    // The check runs without a shell and has a long timeout. Docker kills the shell of a late check, and process 1 adopts
    // the shell's child. Process 1 is PostgreSQL: it takes a child killed by a signal for a crash, and restarts.
    .withHealthCheck({
      test: ['CMD', 'pg_isready', '--host', 'localhost', '--username', 'test', '--dbname', 'tributary'],
      interval: 1_000,
      timeout: 30_000,
      retries: 120,
    })
    // Each process may open eleven connections, and those of a killed process stay open for a while. The default of 100 is
    // too low for three processes of each app. Commits still reach the operating system, so a kill -9 loses nothing.
    .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off', '-c', 'full_page_writes=off'])
    .withStartupTimeout(startTimeoutMs)
    .start();
  const url = `postgres://${container.getUsername()}:${container.getPassword()}@127.0.0.1:${port}/tributary`;
  return faultableServer(container, url, () => pingDatabase(url));
}

/** Uses Docker directly: the restart of testcontainers sends SIGTERM, and removes a container that does not come back. */
async function faultableServer(
  container: StartedTestContainer,
  address: string,
  ping: () => Promise<void>,
): Promise<PausableServer> {
  const { dockerode } = (await getContainerRuntimeClient()).container;
  const handle = dockerode.getContainer(container.getId());
  return {
    address,
    kill: async () => {
      await handle.kill({ signal: 'SIGKILL' });
      // A paused process receives the signal when it resumes.
      await handle.unpause().catch(() => undefined);
      await handle.wait();
    },
    start: async () => {
      await handle.start();
      await eventually(ping, { within: startTimeoutMs });
    },
    pause: async () => void (await handle.pause()),
    resume: async () => void (await handle.unpause()),
    stop: async () => void (await handle.remove({ force: true, v: true })),
  };
}

const kafkaEnvironment = (port: number) => ({
  CLUSTER_ID: '4L6g3nShT-eMCtK--X86sw',
  KAFKA_NODE_ID: '1',
  // A volume of the image, as PostgreSQL's data directory is.
  KAFKA_LOG_DIRS: '/var/lib/kafka/data',
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
  // After a SIGKILL the controller refuses the new broker until the session of the old broker expires (9 s by default).
  KAFKA_BROKER_SESSION_TIMEOUT_MS: '6000',
  KAFKA_BROKER_HEARTBEAT_INTERVAL_MS: '500',
  KAFKA_HEAP_OPTS: '-Xms256M -Xmx384M',
});
