import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Kafka, logLevel, type KafkaConfig } from 'kafkajs';
import { archivedClasses, javaOptions } from './kafka-java.js';
import { explainJava, kafkaDirectory, kafkaJars } from './kafka-jars.js';
import { freePorts } from '../free-ports.js';
import type { KafkaBroker } from './kafka-server.js';
import { guardServer } from '../server-guard.js';

const startTimeoutMs = 300_000;
/** A broker gives up its start when the active controller changes meanwhile, as on a busy machine; an orchestrator restarts it. */
const maxRestarts = 2;

class BrokerExited extends Error {}

/** How a broker authenticates and authorizes its clients. */
export interface BrokerSecurity {
  /** The listener's. */
  protocol: 'PLAINTEXT' | 'SASL_SSL';
  /** Lines of server.properties. */
  properties: string;
  /** Arguments of `kafka-storage format`, such as users. */
  format: string[];
  /** A client that may ask whether the broker is ready. */
  client: Pick<KafkaConfig, 'ssl' | 'sasl'>;
}

const open: BrokerSecurity = { protocol: 'PLAINTEXT', properties: '', format: [], client: {} };

/** A real broker with its own ports and data. It ends with the process that started it, even after a SIGKILL of that process. */
export class LocalKafka implements KafkaBroker {
  readonly brokers: string[];
  private java?: ChildProcess;
  private guard?: ChildProcess;

  /** Use `startLocalKafka`. */
  constructor(
    private readonly directory: string,
    private readonly options: string[],
    port: number,
    private readonly client: BrokerSecurity['client'],
  ) {
    this.brokers = [`127.0.0.1:${port}`];
  }

  /** Starts or restarts the broker on the same port and data. Resolves when the broker answers. */
  async start(): Promise<void> {
    for (let left = maxRestarts; ; left -= 1) {
      await this.launch();
      try {
        return await this.untilReady();
      } catch (error) {
        if (!(error instanceof BrokerExited) || left === 0) throw error;
        this.guard?.kill('SIGKILL');
      }
    }
  }

  private async launch(): Promise<void> {
    const log = openSync(path.join(this.directory, 'kafka.log'), 'a');
    this.java = spawn('java', [...this.options, 'kafka.Kafka', 'server.properties'], {
      cwd: this.directory,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await Promise.race([once(this.java, 'spawn'), spawnError(this.java)]);
    this.guard = guardServer(this.java.pid as number, this.directory);
  }

  /** Sends a signal that ends the broker. The data and the ports stay. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const java = this.java;
    if (!java || java.exitCode !== null || java.signalCode !== null) return;
    java.kill(signal);
    await once(java, 'exit');
    this.guard?.kill('SIGKILL');
  }

  /** Sends SIGSTOP: the broker keeps its connections and answers nothing. Resolves when all its threads are stopped. */
  async pause(): Promise<void> {
    this.java?.kill('SIGSTOP');
    // On a busy machine the last thread may take a while to stop.
    while (!(await isStopped(this.java?.pid))) await sleep(10);
  }

  resume(): Promise<void> {
    this.java?.kill('SIGCONT');
    return Promise.resolve();
  }

  /** Stops the broker and removes its data. */
  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }

  private async untilReady(): Promise<void> {
    const kafka = new Kafka({
      ...this.client,
      brokers: this.brokers,
      logLevel: logLevel.NOTHING,
      retry: { retries: 0 },
      connectionTimeout: 1_000,
    });
    const deadline = Date.now() + startTimeoutMs;
    while (!(await hasBroker(kafka))) {
      if (this.java?.exitCode !== null)
        throw new BrokerExited(`Kafka exited during its start:\n${await this.lastLog()}`);
      if (Date.now() > deadline)
        throw new Error(`Kafka did not answer in ${startTimeoutMs} ms:\n${await this.lastLog()}`);
      await sleep(100);
    }
  }

  private async lastLog(): Promise<string> {
    return (await readFile(path.join(this.directory, 'kafka.log'), 'utf8')).slice(-4_000);
  }
}

/** The cluster that a broker belongs to, and its place in it. */
export interface ClusterMember {
  clusterId: string;
  /** Ports of the listener for clients, and of the controller. */
  ports: [number, number];
  /** Lines of server.properties. */
  properties: string;
  /** Arguments of `kafka-storage format` that name the first controllers. */
  format: string[];
}

/** Starts an Apache Kafka 4.1.1 broker from jars, without Docker. It takes about 3 s, and 5 s more to download the jars. */
export async function startLocalKafka(security: BrokerSecurity = open): Promise<LocalKafka> {
  const broker = await prepareLocalKafka(await aloneInCluster(), security);
  try {
    await broker.start();
    return broker;
  } catch (error) {
    await broker.stop();
    throw error;
  }
}

/** A broker with its data directory, not yet started. */
export async function prepareLocalKafka(member: ClusterMember, security: BrokerSecurity = open): Promise<LocalKafka> {
  return prepare(member, security, await archivedClasses(makeArchive));
}

/** Runs a broker once, as all others run. */
async function makeArchive(option: string): Promise<void> {
  const broker = await prepare(await aloneInCluster(), open, [], [option]);
  try {
    await broker.start();
    await broker.kill('SIGTERM');
  } finally {
    await broker.stop();
  }
}

/** @param classes options of Java, and others of the broker only */
async function prepare(
  member: ClusterMember,
  security: BrokerSecurity,
  classes: string[],
  ofBroker: string[] = [],
): Promise<LocalKafka> {
  const jars = await kafkaJars();
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-kafka-'));
  try {
    await writeFile(path.join(directory, 'server.properties'), await properties(directory, member, security));
    await format(directory, javaOptions(jars, classes), [
      `--cluster-id=${member.clusterId}`,
      ...member.format,
      ...security.format,
    ]);
    return new LocalKafka(directory, javaOptions(jars, [...classes, ...ofBroker]), member.ports[0], security.client);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

export const newClusterId = () => randomBytes(16).toString('base64url');

async function aloneInCluster(): Promise<ClusterMember> {
  const ports = (await freePorts(2)) as [number, number];
  const quorum = `controller.quorum.bootstrap.servers=127.0.0.1:${ports[1]}`;
  return { clusterId: newClusterId(), ports, properties: quorum, format: ['--standalone'] };
}

async function properties(directory: string, member: ClusterMember, security: BrokerSecurity): Promise<string> {
  const common = await readFile(path.join(kafkaDirectory, 'server.properties'), 'utf8');
  const [port, controllerPort] = member.ports;
  const address = `${security.protocol}://127.0.0.1:${port}`;
  return `${common}
listeners=${address},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=${address}
log.dirs=${path.join(directory, 'data')}
${member.properties}
${security.properties}`;
}

async function format(directory: string, java: string[], options: string[]): Promise<void> {
  const args = ['kafka.tools.StorageTool', 'format', '-c', 'server.properties', ...options];
  try {
    await promisify(execFile)('java', [...java, ...args], { cwd: directory });
  } catch (error) {
    throw new Error(explainJava(error), { cause: error });
  }
}

async function isStopped(pid?: number): Promise<boolean> {
  const tasks = `/proc/${pid}/task`;
  const threads = await readdir(tasks).catch(() => undefined);
  // Without /proc the state is unknown: assume that the signal has arrived after this time.
  if (!threads) return sleep(500, true);
  const states = await Promise.all(
    threads.map((thread) => readFile(path.join(tasks, thread, 'stat'), 'utf8').catch(() => '')),
  );
  return states.every((state) => /^(\d+ \(.*\) T .*)?$/s.test(state));
}

async function spawnError(java: ChildProcess): Promise<never> {
  const [error] = (await once(java, 'error')) as [unknown];
  throw new Error(explainJava(error), { cause: error });
}

async function hasBroker(kafka: Kafka): Promise<boolean> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return (await admin.describeCluster()).brokers.length > 0;
  } catch {
    return false;
  } finally {
    await admin.disconnect();
  }
}
