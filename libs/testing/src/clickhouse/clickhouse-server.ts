import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testingConfig } from '../config.js';
import { freePorts } from '../free-ports.js';
import { guardServer } from '../server-guard.js';
import { toolsDirectory, installedTools } from '../installed-tools.js';

const script = path.join(toolsDirectory('clickhouse'), 'server.py');
const startTimeoutMs = 300_000;

/** A real ClickHouse that a test can break. Its URL and data survive `kill` and `start`. */
export interface ClickHouseServer {
  /** URL of the HTTP interface; its user `default` has no password. */
  url: string;
  /** Port of the native interface, for the other shards of a cluster. 0 for a server that ran already. */
  tcpPort: number;
  /** Restarts the server after `kill`. Resolves when it answers. */
  start(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/**
 * A ClickHouse server for a spec, which makes a database of its own in it. It starts in about a second, and ends with the
 * process that started it. With `CLICKHOUSE_URL` it is the server that runs there, and no fault can be injected into it.
 *
 * @param engineOptions options of clickhouse-local, such as `--config-file=…`
 */
export async function startClickHouse(engineOptions: string[] = []): Promise<ClickHouseServer> {
  const { CLICKHOUSE_URL } = testingConfig();
  if (CLICKHOUSE_URL) return runningServer(CLICKHOUSE_URL);
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-clickhouse-'));
  const [httpPort = 0, tcpPort = 0] = await freePorts(2);
  const server = new LocalClickHouse(directory, { httpPort, tcpPort, engineOptions });
  try {
    await server.start();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function runningServer(url: string): ClickHouseServer {
  const fault = () => Promise.reject(new Error('CLICKHOUSE_URL names a server that a spec must not break'));
  return { url, tcpPort: 0, start: fault, kill: fault, stop: () => Promise.resolve() };
}

interface LocalOptions {
  httpPort: number;
  tcpPort: number;
  engineOptions: string[];
}

class LocalClickHouse implements ClickHouseServer {
  readonly url: string;
  readonly tcpPort: number;
  private server?: ChildProcess;
  private guard?: ChildProcess;

  constructor(
    private readonly directory: string,
    private readonly options: LocalOptions,
  ) {
    this.url = `http://127.0.0.1:${options.httpPort}`;
    this.tcpPort = options.tcpPort;
  }

  async start(): Promise<void> {
    const { httpPort, tcpPort, engineOptions } = this.options;
    const data = path.join(this.directory, 'data');
    const ports = [`--http-port=${httpPort}`, `--tcp-port=${tcpPort}`];
    const args = [script, `--lib=${await clickHouseLibrary()}`, `--path=${data}`, ...ports, '--', ...engineOptions];
    const log = openSync(this.log, 'a');
    this.server = spawn('python3', args, { cwd: this.directory, stdio: ['ignore', log, log] });
    closeSync(log);
    await Promise.race([
      once(this.server, 'spawn'),
      once(this.server, 'error').then(([error]) => Promise.reject(asError(error))),
    ]);
    this.guard = guardServer(this.server.pid as number, this.directory);
    await this.untilReady();
  }

  async kill(): Promise<void> {
    const { server } = this;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
    this.guard?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }

  private async untilReady(): Promise<void> {
    const deadline = Date.now() + startTimeoutMs;
    while (!(await isUp(this.url))) {
      const reason = this.server?.exitCode !== null ? 'exited during its start' : 'did not answer in time';
      if (this.server?.exitCode !== null || Date.now() > deadline)
        throw new Error(`ClickHouse ${reason}:\n${(await readFile(this.log, 'utf8')).slice(-4_000)}`);
      await sleep(50);
    }
  }

  private get log(): string {
    return path.join(this.directory, 'clickhouse.log');
  }
}

const isUp = (url: string) =>
  fetch(`${url}/ping`, { signal: AbortSignal.timeout(30_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

const asError = (error: unknown) => new Error('ClickHouse for tests needs python3', { cause: error });

/** The file that holds a ClickHouse server, from npm (178 MB): for Linux x64 with glibc. */
async function clickHouseLibrary(): Promise<string> {
  try {
    return path.join(await installedTools('clickhouse'), 'node_modules/@chdb/lib-linux-x64-gnu/libchdb.so');
  } catch (error) {
    throw new Error(
      'npm could not install ClickHouse for tests, or has none for this machine. Without it, set CLICKHOUSE_URL to a server for tests',
      { cause: error },
    );
  }
}
