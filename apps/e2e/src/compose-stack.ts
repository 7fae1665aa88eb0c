import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes-platform';
import { docker, succeed } from './compose-command.js';
import { type ComposeProject, prepareProject } from './compose-project.js';

export const apps = [
  ...(['admin', 'analytics', 'import-worker', 'tracking-ingest', 'warehouse-metadata', 'gateway'] as const),
];
export const stores = ['kafka', 'postgres'] as const;
export type Service = (typeof apps)[number] | (typeof stores)[number];

/** Of a machine that does much else. */
const healthyWithinMs = 360_000;
const shownLogLines = 15;

export interface ContainerState {
  State: { Status: string; ExitCode: number; OOMKilled: boolean; Health?: { Status: string } };
  HostConfig: { ReadonlyRootfs: boolean };
}

/** The product in containers, as docker-compose.yml describes it, to be asked, looked into and broken. */
export class ComposeStack {
  private constructor(
    private readonly project: ComposeProject,
    private readonly containers: ReadonlyMap<Service, string>,
  ) {}

  /** Brings everything up, and waits until it is healthy. @throws with the last output of every container. */
  static async start(): Promise<ComposeStack> {
    const project = await prepareProject();
    try {
      const up = [...project.compose, 'up', '-d', ...apps];
      // Compose gives up when a container is started anew while it waits for it: on a busy machine that is no fault.
      await eventually(() => succeed(up), { within: healthyWithinMs });
      const stack = new ComposeStack(project, await findContainers(project));
      await stack.isHealthy();
      return stack;
    } catch (error) {
      const explained = await explain(project, error);
      await project.remove();
      throw explained;
    }
  }

  get platform(): Platform {
    return {
      url: `http://127.0.0.1:${this.project.ports.gateway}`,
      token: this.secret('BOOTSTRAP_API_TOKEN'),
      process: (name) => {
        throw new Error(`${name} is a container here, no process of this machine`);
      },
      explain: (error) => (error instanceof Error ? error : new Error(String(error))),
      stop: () => this.stop(),
    };
  }

  get secrets(): ReadonlyMap<string, string> {
    return this.project.secrets;
  }

  secret(name: string): string {
    return this.secrets.get(name) ?? '';
  }

  /** All output of all containers, over all their starts. */
  logs(): Promise<string> {
    return succeed([...this.project.compose, 'logs', '--no-color']);
  }

  /** PostgreSQL as this machine reaches it: as its owner, or as an app. */
  databaseUrl(role = 'tributary', password = this.secret('POSTGRES_PASSWORD'), host?: string): string {
    return `postgres://${role}:${password}@${host ?? `127.0.0.1:${this.project.ports.postgres}`}/tributary`;
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

  /** Starts Prometheus, of the profile observability. @returns where it answers. */
  async watch(): Promise<string> {
    await succeed([...this.project.compose, 'up', '-d', 'prometheus']);
    return `http://127.0.0.1:${this.project.ports.prometheus}`;
  }

  /** Resolves when every container says that it is healthy. */
  async isHealthy(): Promise<void> {
    await eventually(
      async () => {
        const states = await Promise.all([...this.containers.keys()].map((service) => this.health(service)));
        expect(states.filter(([, health]) => health !== 'healthy')).toEqual([]);
      },
      { within: healthyWithinMs, every: 500 },
    );
  }

  /** The error, with the last output of every container. */
  explain(error: unknown): Promise<Error> {
    return explain(this.project, error);
  }

  stop(): Promise<void> {
    return this.project.remove();
  }

  private async health(service: Service) {
    return [service, (await this.inspect(service)).State.Health?.Status] as const;
  }

  private container(service: Service): string {
    return this.containers.get(service) as string;
  }
}

async function findContainers({ compose }: ComposeProject): Promise<Map<Service, string>> {
  const id = async (service: Service) => [service, await succeed([...compose, 'ps', '-q', service])] as const;
  return new Map(await Promise.all([...apps, ...stores].map(id)));
}

async function explain({ compose }: ComposeProject, error: unknown): Promise<Error> {
  const logs = await succeed([...compose, 'logs', '--no-color', '--tail', String(shownLogLines)]).catch(String);
  return new Error(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n${logs}`);
}
