import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.js';

/** A part an app needs; `check` throws or returns false while the part does not work. */
export interface Part {
  name: string;
  check: () => boolean | Promise<boolean>;
}

/** How long one part may take to answer. */
const checkTimeoutMs = 2_000;
/** How long an answer is good for. */
const askEveryMs = 500;

/** Which parts an app needs, and whether it takes work. */
export class Health {
  private readonly parts: Part[] = [];
  private draining = false;
  private asked: Promise<(readonly [string, 'up' | 'down'])[]> = Promise.resolve([]);
  private askAgain = 0;

  add(...parts: Part[]): void {
    this.parts.push(...parts);
  }

  /** From now on the app answers 503 to readiness, so that no new work is sent to it. */
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

  /** Whoever asks within half a second gets the same answer: asking costs a connection, and anybody may ask. */
  private states(): Promise<(readonly [string, 'up' | 'down'])[]> {
    if (Date.now() < this.askAgain) return this.asked;
    this.askAgain = Date.now() + askEveryMs;
    this.asked = Promise.all(
      this.parts.map(async ({ name, check }) => [name, (await isUp(check)) ? 'up' : 'down'] as const),
    );
    return this.asked;
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

/** What readiness is made of, for the metrics. */
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

/** GET /health/live and /health/ready at the root of the server. */
export function exposeHealth(server: FastifyInstance, health: Health): void {
  server.get('/health/live', () => ({ status: 'up' }));
  server.get('/health/ready', async (_request, reply) => {
    const { ready, parts } = await health.report();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'up' : 'down', parts });
  });
}
