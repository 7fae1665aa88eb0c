import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { docker, succeed } from './compose-command.js';
import { type ComposeProject, prepareProject } from './compose-project.js';

export const apps = [
  'activity-analysis',
  'admin',
  'analytics',
  'import-worker',
  'tracking-ingest',
  'warehouse-metadata',
  'gateway',
] as const;
export const stores = ['kafka', 'postgres'] as const;
export type Service = (typeof apps)[number] | (typeof stores)[number];

/** Generous, because the machine may be busy. */
const healthyWithinMs = 360_000;
const shownLogLines = 15;

interface ContainerState {
  State: { Status: string; ExitCode: number; OOMKilled: boolean; Health?: { Status: string } };
  HostConfig: { ReadonlyRootfs: boolean };
}

/** The containers of docker-compose.yml. A test sends requests to them, inspects them and kills them. */
export class ComposeStack {
  private constructor(
    private readonly project: ComposeProject,
    private readonly containers: ReadonlyMap<Service, string>,
  ) {}

  /** Starts all containers, and waits until they are healthy. @throws with the last output of every container. */
  static async start(): Promise<ComposeStack> {
    const project = await prepareProject();
    try {
      const up = [...project.compose, 'up', '-d', ...apps];
      // Compose fails if a container restarts while Compose waits for it, which happens on a busy machine: retry.
      await eventually(() => succeed(up), { within: healthyWithinMs });
      const stack = new ComposeStack(project, await findContainers(project));
      await stack.untilHealthy();
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
        throw new Error(`${name} is a container, not a process of this machine`);
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

  /** The output of all containers, of all their starts. */
  logs(): Promise<string> {
    return succeed([...this.project.compose, 'logs', '--no-color']);
  }

  /** The URL of PostgreSQL for this machine, with the role of its owner or of an app. */
  databaseUrl(role = 'tributary', password = this.secret('POSTGRES_PASSWORD'), host?: string): string {
    return `postgres://${role}:${password}@${host ?? `127.0.0.1:${this.project.ports.postgres}`}/tributary`;
  }

  async inspect(service: Service): Promise<ContainerState> {
    const [state] = JSON.parse(await docker('inspect', this.container(service))) as [ContainerState];
    return state;
  }

  /** Runs a command in the container of a service. @returns its output. */
  exec(service: Service, ...command: string[]): Promise<string> {
    return docker('exec', this.container(service), ...command);
  }

  /** Sends a signal that ends the container. @returns the exit code. */
  async end(service: Service, signal: 'KILL' | 'TERM'): Promise<number> {
    await docker('kill', '--signal', signal, this.container(service));
    return Number(await docker('wait', this.container(service)));
  }

  /** Restarts a stopped container on its data, without waiting until it is healthy. */
  async start(service: Service): Promise<void> {
    await docker('start', this.container(service));
  }

  /** Starts Prometheus from the profile observability. @returns its URL. */
  async startPrometheus(): Promise<string> {
    await succeed([...this.project.compose, 'up', '-d', 'prometheus']);
    return `http://127.0.0.1:${this.project.ports.prometheus}`;
  }

  /** Resolves when every container is healthy. */
  async untilHealthy(): Promise<void> {
    await eventually(
      async () => {
        const states = await Promise.all([...this.containers.keys()].map((service) => this.health(service)));
        expect(states.filter(([, health]) => health !== 'healthy')).toEqual([]);
      },
      { within: healthyWithinMs, every: 500 },
    );
  }

  /** Adds the last output of every container to the error. */
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
