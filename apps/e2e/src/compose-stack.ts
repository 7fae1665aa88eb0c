import { expect } from '@jest/globals';
import { testingConfig } from '@tributary/testing/config';
import { eventually } from '@tributary/testing/eventually';
import { freePorts } from '@tributary/testing/kafka-ports';
import type { Platform } from '@tributary/testing/processes-platform';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { composeCommand, docker, repository, succeed } from './compose-command.js';
import { productImage } from './compose-image.js';

export const apps = [
  ...(['admin', 'analytics', 'import-worker', 'tracking-ingest', 'warehouse-metadata', 'gateway'] as const),
];
export const stores = ['kafka', 'postgres'] as const;
export type Service = (typeof apps)[number] | (typeof stores)[number];

/** Of a machine that does much else. */
const healthyWithinMs = 180_000;
const shownLogLines = 40;

export interface ContainerState {
  State: { Status: string; ExitCode: number; OOMKilled: boolean; Health?: { Status: string } };
  HostConfig: { ReadonlyRootfs: boolean };
}

/** docker-compose.yml as it is, with secrets and ports of its own, and the stores' ports open to the suite. */
export class ComposeStack {
  private constructor(
    private readonly compose: string[],
    private readonly secrets: ReadonlyMap<string, string>,
    private readonly ports: { gateway: number; postgres: number },
    private readonly containers: ReadonlyMap<Service, string>,
    private readonly teardown: () => Promise<void>,
  ) {}

  /** Makes the secrets, builds the image unless there is one, and brings everything up. */
  static async start(): Promise<ComposeStack> {
    const directory = await mkdtemp(path.join(tmpdir(), 'tributary-compose-'));
    const envFile = path.join(directory, '.env');
    await succeed([process.execPath, 'scripts/make-env.mjs', envFile]);
    const [gateway, postgres, kafka] = (await freePorts(3)) as [number, number, number];
    const settings = {
      ...{ GATEWAY_PORT: String(gateway), POSTGRES_PORT: String(postgres), KAFKA_PORT: String(kafka) },
      ...(await images()),
      // The journeys read the metadata of the product's own database.
      WAREHOUSE_ALLOWED_HOSTS: 'postgres',
    };
    const compose = ['env', ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
    compose.push(...(await composeCommand()), '--env-file', envFile);
    compose.push('-p', `tributary-e2e-${randomBytes(4).toString('hex')}`);
    compose.push('-f', 'docker-compose.yml', '-f', 'docker-compose.dev.yml');
    const down = downOnceNobodyWaits(compose);
    const teardown = async () => {
      await down();
      await rm(directory, { recursive: true });
    };
    try {
      await succeed([...compose, 'up', '-d']);
      const containers = await containersOf(compose);
      const stack = new ComposeStack(compose, await readSecrets(envFile), { gateway, postgres }, containers, teardown);
      await stack.isHealthy();
      return stack;
    } catch (error) {
      const logs = await succeed([...compose, 'logs', '--tail', String(shownLogLines)]).catch(String);
      await teardown();
      throw new Error(`${String(error)}\n${logs}`, { cause: error });
    }
  }

  get platform(): Platform {
    return {
      url: `http://127.0.0.1:${this.ports.gateway}`,
      token: this.secret('BOOTSTRAP_API_TOKEN'),
      process: (name) => {
        throw new Error(`${name} is a container here, no process of this machine`);
      },
      explain: (error) => new Error(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      stop: () => this.stop(),
    };
  }

  secret(name: string): string {
    return this.secrets.get(name) ?? '';
  }

  /** PostgreSQL as this machine reaches it: as its owner, or as an app. */
  databaseUrl(role = 'tributary', password = this.secret('POSTGRES_PASSWORD'), host?: string): string {
    return `postgres://${role}:${password}@${host ?? `127.0.0.1:${this.ports.postgres}`}/tributary`;
  }

  async inspect(service: Service): Promise<ContainerState> {
    const [state] = JSON.parse(await docker('inspect', this.container(service))) as [ContainerState];
    return state;
  }

  /** Runs a command in the container of a service. @returns what it prints. */
  exec(service: Service, ...command: string[]): Promise<string> {
    return docker('exec', this.container(service), ...command);
  }

  /** A signal to a container, which must end by it. @returns its exit code. */
  async end(service: Service, signal: 'KILL' | 'TERM'): Promise<number> {
    await docker('kill', '--signal', signal, this.container(service));
    return Number(await docker('wait', this.container(service)));
  }

  /** Starts a container that has ended, on its own data, and does not wait for it. */
  async start(service: Service): Promise<void> {
    await docker('start', this.container(service));
  }

  /** Resolves when every container says that it is healthy. */
  async isHealthy(): Promise<void> {
    await eventually(
      async () => {
        const states = await Promise.all([...this.containers.keys()].map(async (service) => this.health(service)));
        expect(states.filter(([, health]) => health !== 'healthy')).toEqual([]);
      },
      { within: healthyWithinMs, every: 500 },
    );
  }

  /** The error, with the last output of every container. */
  async explain(error: unknown): Promise<Error> {
    const logs = await succeed([...this.compose, 'logs', '--tail', String(shownLogLines)]).catch(String);
    return new Error(`${this.platform.explain(error).message}\n${logs}`);
  }

  stop(): Promise<void> {
    return this.teardown();
  }

  private async health(service: Service) {
    return [service, (await this.inspect(service)).State.Health?.Status] as const;
  }

  private container(service: Service): string {
    return this.containers.get(service) as string;
  }
}

async function images(): Promise<Record<string, string>> {
  const { KAFKA_IMAGE, POSTGRES_IMAGE } = testingConfig();
  return { TRIBUTARY_IMAGE: await productImage(), KAFKA_IMAGE, POSTGRES_IMAGE };
}

async function readSecrets(envFile: string): Promise<Map<string, string>> {
  const lines = (await readFile(envFile, 'utf8')).matchAll(/^([A-Z_]+)=(.*)$/gm);
  return new Map([...lines].map(([, name, value]) => [name as string, value as string]));
}

async function containersOf(compose: string[]): Promise<Map<Service, string>> {
  const id = async (service: Service) => [service, await succeed([...compose, 'ps', '-q', service])] as const;
  return new Map(await Promise.all([...apps, ...stores].map(id)));
}

/**
 * Removes containers, networks and volumes when the returned function is called, and also when this process ends before
 * that, however it ends: a few lines of shell, in a process group of their own, wait for the end of a pipe from it.
 */
function downOnceNobodyWaits(compose: string[]): () => Promise<void> {
  const command = ['sh', '-c', 'cat >/dev/null; exec "$@"', 'down', ...compose, 'down', '--volumes', '--timeout', '1'];
  const [file = '', ...args] = command;
  const child = spawn(file, args, { cwd: repository, stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return () => {
    child.stdin.end();
    return gone;
  };
}
