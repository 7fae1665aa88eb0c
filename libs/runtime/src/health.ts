import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics/metrics.js';

/** A dependency of an app. `check` throws or returns false while it does not work. */
export interface Part {
  name: string;
  check: () => boolean | Promise<boolean>;
}

/** Time limit of one check. */
const checkTimeoutMs = 2_000;
/** How long a result is cached. */
const cacheMs = 500;

/** The dependencies of an app, and whether it accepts work. */
export class Health {
  private readonly parts: Part[] = [];
  /** By their names. */
  readonly notes: Record<string, string> = {};
  private draining = false;
  private cached: Promise<(readonly [string, 'up' | 'down'])[]> = Promise.resolve([]);
  private cachedUntil = 0;

  /** Says in every report what an operator should know although all parts work. */
  note(name: string, text: string): void {
    this.notes[name] = text;
  }

  add(...parts: Part[]): void {
    this.parts.push(...parts);
  }

  /** Readiness answers 503 from now on, so that no new work is sent. */
  drain(): void {
    this.draining = true;
  }

  /** Whether the app is about to stop. */
  get isDraining(): boolean {
    return this.draining;
  }

  async report(): Promise<{ ready: boolean; parts: Record<string, 'up' | 'down'> }> {
    const states = await this.states();
    const parts = Object.fromEntries<'up' | 'down'>([['accepting', this.draining ? 'down' : 'up'], ...states]);
    return { ready: Object.values(parts).every((state) => state === 'up'), parts };
  }

  /** Results are cached for half a second: a check costs a connection, and the endpoint is public. */
  private states(): Promise<(readonly [string, 'up' | 'down'])[]> {
    if (performance.now() < this.cachedUntil) return this.cached;
    this.cachedUntil = performance.now() + cacheMs;
    this.cached = Promise.all(
      this.parts.map(async ({ name, check }) => [name, (await isUp(check)) ? 'up' : 'down'] as const),
    );
    return this.cached;
  }
}

async function isUp(check: Part['check']): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), checkTimeoutMs);
  });
  try {
    return await Promise.race([check(), tooLate]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Exports readiness and each dependency as metrics. */
export function watchHealth(metrics: Metrics, health: Health): void {
  metrics.addGauge({
    name: 'tributary_part_up',
    help: '1 while a part that the process needs works; it is ready while all do',
    labelNames: ['part'],
    read: async () => {
      const { parts } = await health.report();
      return Object.entries(parts).map(([part, state]) => ({ labels: { part }, value: Number(state === 'up') }));
    },
  });
}

const notesOf = ({ notes }: Health) => (Object.keys(notes).length > 0 ? { notes } : {});

/** GET /health/live and /health/ready at the root of the server. */
export function exposeHealth(server: FastifyInstance, health: Health): void {
  server.get('/health/live', () => ({ status: 'up' }));
  server.get('/health/ready', async (_request, reply) => {
    const { ready, parts } = await health.report();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'up' : 'down', parts, ...notesOf(health) });
  });
}
