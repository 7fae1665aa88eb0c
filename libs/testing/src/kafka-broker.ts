import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Kafka, logLevel } from 'kafkajs';
import { explain, kafkaDirectory, kafkaJars } from './kafka-jars.js';
import { freePorts } from './kafka-ports.js';

const startTimeoutMs = 60_000;

/** A real broker of its own: own ports, own data, gone when the process that started it ends, however it ends. */
export class KafkaBroker {
  readonly brokers: string[];
  private java?: ChildProcess;
  private guard?: ChildProcess;

  /** Use `startKafka`. */
  constructor(
    private readonly directory: string,
    private readonly jars: string,
    port: number,
  ) {
    this.brokers = [`127.0.0.1:${port}`];
  }

  /** Starts, or starts again on the same port and data; resolves when the broker answers. */
  async start(): Promise<void> {
    const log = openSync(path.join(this.directory, 'kafka.log'), 'a');
    this.java = spawn('java', [...javaOptions(this.jars), 'kafka.Kafka', 'server.properties'], {
      cwd: this.directory,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await Promise.race([once(this.java, 'spawn'), failure(this.java)]);
    this.guard = guard(this.java.pid as number, this.directory);
    await this.answers();
  }

  /** As a power cut to the process: SIGKILL. Data and ports stay. */
  async kill(): Promise<void> {
    const java = this.java;
    if (!java || java.exitCode !== null || java.signalCode !== null) return;
    java.kill('SIGKILL');
    await once(java, 'exit');
    this.guard?.kill('SIGKILL');
  }

  /** The broker keeps its connections and answers nothing; it does so when this resolves. */
  async pause(): Promise<void> {
    this.java?.kill('SIGSTOP');
    // A busy machine may be slow to stop the last of the threads.
    while (!(await isStopped(this.java?.pid))) await sleep(10);
  }

  resume(): void {
    this.java?.kill('SIGCONT');
  }

  /** Ends the broker and removes its data. */
  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }

  private async answers(): Promise<void> {
    const kafka = new Kafka({
      brokers: this.brokers,
      logLevel: logLevel.NOTHING,
      retry: { retries: 0 },
      connectionTimeout: 1_000,
    });
    const deadline = Date.now() + startTimeoutMs;
    while (!(await hasBroker(kafka))) {
      if (this.java?.exitCode !== null) throw new Error(`Kafka ended at its start:\n${await this.lastLog()}`);
      if (Date.now() > deadline)
        throw new Error(`Kafka did not answer in ${startTimeoutMs} ms:\n${await this.lastLog()}`);
      await sleep(100);
    }
  }

  private async lastLog(): Promise<string> {
    return (await readFile(path.join(this.directory, 'kafka.log'), 'utf8')).slice(-4_000);
  }
}

/** Starts an Apache Kafka 4.1.1 broker from jars, without Docker: about 3 seconds, 5 more when the jars must be fetched. */
export async function startKafka(): Promise<KafkaBroker> {
  const jars = await kafkaJars();
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-kafka-'));
  const [port, controllerPort] = (await freePorts(2)) as [number, number];
  const broker = new KafkaBroker(directory, jars, port);
  try {
    await writeFile(path.join(directory, 'server.properties'), await properties(directory, port, controllerPort));
    await format(directory, jars);
    await broker.start();
    return broker;
  } catch (error) {
    await broker.stop();
    throw error;
  }
}

async function properties(directory: string, port: number, controllerPort: number): Promise<string> {
  const common = await readFile(path.join(kafkaDirectory, 'server.properties'), 'utf8');
  return `${common}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
controller.quorum.bootstrap.servers=127.0.0.1:${controllerPort}
log.dirs=${path.join(directory, 'data')}
`;
}

async function format(directory: string, jars: string): Promise<void> {
  const clusterId = randomBytes(16).toString('base64url');
  const args = [
    'kafka.tools.StorageTool',
    'format',
    `--cluster-id=${clusterId}`,
    '--standalone',
    '-c',
    'server.properties',
  ];
  try {
    await promisify(execFile)('java', [...javaOptions(jars), ...args], { cwd: directory });
  } catch (error) {
    throw new Error(explain('java', error), { cause: error });
  }
}

const javaOptions = (jars: string) => [
  '-Xms192m',
  '-Xmx384m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-cp',
  `${jars}/*`,
];

/** Kills the broker when our end of its pipe closes: an exit handler would not run after SIGKILL. */
function guard(pid: number, directory: string): ChildProcess {
  const script = 'cat > /dev/null; kill -9 "$0"; rm -rf "$1"';
  const child = spawn('sh', ['-c', script, String(pid), directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return child;
}

async function isStopped(pid?: number): Promise<boolean> {
  const tasks = `/proc/${pid}/task`;
  const threads = await readdir(tasks).catch(() => undefined);
  // Where there is no /proc the signal is trusted to have come through by then.
  if (!threads) return sleep(500, true);
  const states = await Promise.all(
    threads.map((thread) => readFile(path.join(tasks, thread, 'stat'), 'utf8').catch(() => '')),
  );
  return states.every((state) => /^(\d+ \(.*\) T .*)?$/s.test(state));
}

async function failure(java: ChildProcess): Promise<never> {
  const [error] = (await once(java, 'error')) as [unknown];
  throw new Error(explain('java', error), { cause: error });
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
