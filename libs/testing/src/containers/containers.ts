import { type TestingConfig, testingConfig } from '../config.js';
import { dockerKafka, dockerPostgres } from './containers-docker.js';
import { startLocalKafka } from '../kafka/kafka-broker.js';
import { startPostgres } from '../postgres/postgres.js';
import type { Server, StartedServer } from './server.js';

/** The servers of one suite. */
export interface Stores {
  /** Named by the environment, started in containers, or started as processes of this machine. */
  kind: 'external' | 'docker' | 'local';
  /** Each is `host:port`. */
  brokers: string[];
  databaseUrl: string;
  kafka: Server;
  postgres: Server;
  /** Stops the started servers and removes their data. */
  stop(): Promise<void>;
}

type Starter = () => Promise<StartedServer>;

/**
 * Kafka and PostgreSQL for a suite, from the first available source: the servers that KAFKA_BROKERS and DATABASE_URL
 * name, containers, processes of this machine. If CI is set, processes of this machine are not used.
 *
 * @throws an error that names what to install, if no source is available: a suite is never skipped.
 */
export async function startStores(config: TestingConfig = testingConfig()): Promise<Stores> {
  if (config.KAFKA_BROKERS && config.DATABASE_URL)
    return assemble(
      'external',
      () => externalServer(config.KAFKA_BROKERS, 'Kafka'),
      () => externalServer(config.DATABASE_URL, 'PostgreSQL'),
    );
  try {
    return await assemble(
      'docker',
      ...starters(
        config,
        () => dockerKafka(config.KAFKA_IMAGE),
        () => dockerPostgres(config.POSTGRES_IMAGE),
      ),
    );
  } catch (error) {
    if (config.CI)
      throw new Error(`With CI set, the end-to-end suites need Docker: ${reason(error)}`, { cause: error });
    return startLocalStores(config, reason(error));
  }
}

async function startLocalStores(config: TestingConfig, whyNotDocker: string): Promise<Stores> {
  process.stderr.write(
    `Docker is not available (${whyNotDocker}): Kafka and PostgreSQL run as processes of this machine.\n`,
  );
  try {
    return await assemble('local', ...starters(config, localKafka, localPostgres));
  } catch (error) {
    const remedy = 'Install Docker, or Java 17, or name running servers in KAFKA_BROKERS and DATABASE_URL.';
    throw new Error(
      `The end-to-end suites need Kafka and PostgreSQL. ${remedy}\n  Docker: ${whyNotDocker}\n  without Docker: ${reason(error)}`,
      { cause: error },
    );
  }
}

/** Uses a server that the environment names instead of starting one. */
function starters(config: TestingConfig, kafka: Starter, postgres: Starter): [Starter, Starter] {
  return [
    config.KAFKA_BROKERS ? () => externalServer(config.KAFKA_BROKERS, 'Kafka') : kafka,
    config.DATABASE_URL ? () => externalServer(config.DATABASE_URL, 'PostgreSQL') : postgres,
  ];
}

async function assemble(kind: Stores['kind'], startKafka: Starter, startPostgres: Starter): Promise<Stores> {
  const [kafka, postgres] = await allOrNone([startKafka(), startPostgres()]);
  const stop = async () => void (await Promise.all([kafka.stop(), postgres.stop()]));
  return { kind, brokers: kafka.address.split(','), databaseUrl: postgres.address, kafka, postgres, stop };
}

/** If one server fails to start, stops the other. */
async function allOrNone(
  starting: [Promise<StartedServer>, Promise<StartedServer>],
): Promise<[StartedServer, StartedServer]> {
  const results = await Promise.allSettled(starting);
  const [kafka, postgres] = results;
  if (kafka.status === 'fulfilled' && postgres.status === 'fulfilled') return [kafka.value, postgres.value];
  for (const result of results) if (result.status === 'fulfilled') await result.value.stop();
  return Promise.all(starting);
}

function externalServer(address: string | undefined, name: string): Promise<StartedServer> {
  const refuse = () => Promise.reject(new Error(`${name} is named by the environment: a test cannot break it`));
  return Promise.resolve({ address: address ?? '', kill: refuse, start: refuse, stop: () => Promise.resolve() });
}

async function localKafka(): Promise<StartedServer> {
  const broker = await startLocalKafka();
  return {
    address: broker.brokers.join(','),
    kill: () => broker.kill(),
    start: () => broker.start(),
    stop: () => broker.stop(),
  };
}

async function localPostgres(): Promise<StartedServer> {
  const postgres = await startPostgres();
  return {
    address: postgres.url,
    kill: () => postgres.kill(),
    start: () => postgres.start(),
    stop: () => postgres.stop(),
  };
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
