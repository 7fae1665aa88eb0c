import { type TestingConfig, testingConfig } from './config.js';
import { dockerKafka, dockerPostgres } from './containers-docker.js';
import { startKafka } from './kafka-broker.js';
import { startPostgres } from './postgres.js';

/** A server that a test can break. `kill` is SIGKILL; `start` brings it back on its port and data, and waits for it. */
export interface Server {
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** The servers of one suite, however they were come by. */
export interface Stores {
  /** Where they come from: the environment, containers, or processes of this machine. */
  kind: 'given' | 'docker' | 'local';
  /** `host:port` each. */
  brokers: string[];
  databaseUrl: string;
  kafka: Server;
  postgres: Server;
  /** Ends the servers that were started, and removes their data. */
  stop(): Promise<void>;
}

/** A started server with the address it is reached at. */
export type Started = Server & { address: string; stop(): Promise<void> };

type Starter = () => Promise<Started>;

/**
 * Kafka and PostgreSQL for a suite, by the first way there is: the servers that KAFKA_BROKERS and DATABASE_URL name,
 * containers, processes of this machine. With CI set, containers or given servers only.
 *
 * @throws an error that says what to install when there is no way; a suite is never skipped.
 */
export async function startStores(config: TestingConfig = testingConfig()): Promise<Stores> {
  if (config.KAFKA_BROKERS && config.DATABASE_URL)
    return assemble(
      'given',
      () => given(config.KAFKA_BROKERS, 'Kafka'),
      () => given(config.DATABASE_URL, 'PostgreSQL'),
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
  process.stderr.write(`No containers (${whyNotDocker}): Kafka and PostgreSQL run as processes of this machine.\n`);
  try {
    return await assemble('local', ...starters(config, localKafka, localPostgres));
  } catch (error) {
    const remedy = 'Install Docker, or Java 17 and Maven, or name running servers in KAFKA_BROKERS and DATABASE_URL.';
    throw new Error(
      `The end-to-end suites need Kafka and PostgreSQL. ${remedy}\n  Docker: ${whyNotDocker}\n  without: ${reason(error)}`,
      { cause: error },
    );
  }
}

/** A server that the environment names takes the place of one to be started. */
function starters(config: TestingConfig, kafka: Starter, postgres: Starter): [Starter, Starter] {
  return [
    config.KAFKA_BROKERS ? () => given(config.KAFKA_BROKERS, 'Kafka') : kafka,
    config.DATABASE_URL ? () => given(config.DATABASE_URL, 'PostgreSQL') : postgres,
  ];
}

async function assemble(kind: Stores['kind'], startKafka: Starter, startPostgres: Starter): Promise<Stores> {
  const [kafka, postgres] = await allOrNone([startKafka(), startPostgres()]);
  const stop = async () => void (await Promise.all([kafka.stop(), postgres.stop()]));
  return { kind, brokers: kafka.address.split(','), databaseUrl: postgres.address, kafka, postgres, stop };
}

/** When one does not start, the other must not be left behind. */
async function allOrNone(starting: [Promise<Started>, Promise<Started>]): Promise<[Started, Started]> {
  const results = await Promise.allSettled(starting);
  const [kafka, postgres] = results;
  if (kafka.status === 'fulfilled' && postgres.status === 'fulfilled') return [kafka.value, postgres.value];
  for (const result of results) if (result.status === 'fulfilled') await result.value.stop();
  return Promise.all(starting);
}

function given(address: string | undefined, name: string): Promise<Started> {
  const refuse = () => Promise.reject(new Error(`${name} was given by the environment: a test cannot break it`));
  return Promise.resolve({ address: address ?? '', kill: refuse, start: refuse, stop: () => Promise.resolve() });
}

async function localKafka(): Promise<Started> {
  const broker = await startKafka();
  return {
    address: broker.brokers.join(','),
    kill: () => broker.kill(),
    start: () => broker.start(),
    stop: () => broker.stop(),
  };
}

async function localPostgres(): Promise<Started> {
  const postgres = await startPostgres();
  return {
    address: postgres.url,
    kill: () => postgres.kill(),
    start: () => postgres.start(),
    stop: () => postgres.stop(),
  };
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
