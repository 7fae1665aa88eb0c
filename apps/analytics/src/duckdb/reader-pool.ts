import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { unavailable } from '@tributary/contracts/errors';

export interface ReaderLimits {
  /**
   * Queries at a time. Each holds one of the process's four libuv threads while it runs, and the writer, files and DNS
   * need theirs: with four readers they were seen to stop for as long as the queries took.
   */
  readers: number;
  /** Queries that may wait; one more is refused at once. */
  maxWaiting: number;
  /** Those of them that may be of one tenant. */
  maxWaitingPerTenant: number;
  /** Longest time for waiting and running together, milliseconds. */
  timeoutMs: number;
}

interface Turn {
  tenant: string;
  start: (connection: DuckDBConnection) => void;
  refuse: (error: Error) => void;
}

const interruptEveryMs = 20;

/** A bounded number of connections that only read; each query sees the whole transactions before it. */
export class ReaderPool {
  private readonly idle: DuckDBConnection[];
  private waiting: Turn[] = [];
  private readonly running = new Map<string, number>();
  private closed = false;

  constructor(
    private readonly connections: DuckDBConnection[],
    private readonly limits: Omit<ReaderLimits, 'readers'>,
  ) {
    this.idle = [...connections];
  }

  /** When all are busy, the next reader goes to the tenant that has the fewest, whoever asked for more before. */
  async run<T>(tenant: string, query: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const deadline = Date.now() + this.limits.timeoutMs;
    const connection = await this.acquire(tenant);
    this.running.set(tenant, this.runningOf(tenant) + 1);
    // Again and again: an interrupt that comes between two statements of a query is lost.
    const timer = setInterval(() => Date.now() >= deadline && connection.interrupt(), interruptEveryMs);
    try {
      return await query(connection);
    } finally {
      clearInterval(timer);
      this.release(tenant, connection);
    }
  }

  /** Interrupts what runs, refuses what waits; resolves when no query uses a connection any more. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { refuse } of [...this.waiting]) refuse(unavailable('the service is stopping'));
    while (this.idle.length < this.connections.length) {
      for (const connection of this.connections) connection.interrupt();
      await sleep(interruptEveryMs);
    }
    for (const connection of this.connections) connection.closeSync();
  }

  private acquire(tenant: string): Promise<DuckDBConnection> {
    const connection = this.closed ? undefined : this.idle.pop();
    if (connection) return Promise.resolve(connection);
    const waitingOfTenant = this.waiting.filter((turn) => turn.tenant === tenant).length;
    const { maxWaiting, maxWaitingPerTenant, timeoutMs } = this.limits;
    if (this.closed || this.waiting.length >= maxWaiting || waitingOfTenant >= maxWaitingPerTenant) {
      return Promise.reject(unavailable('too many reports at a time'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => turn.refuse(unavailable('too many reports at a time')), timeoutMs);
      const turn: Turn = {
        tenant,
        start: (free) => (clearTimeout(timer), resolve(free)),
        refuse: (error) => {
          clearTimeout(timer);
          this.waiting = this.waiting.filter((other) => other !== turn);
          reject(error);
        },
      };
      this.waiting.push(turn);
    });
  }

  private release(tenant: string, connection: DuckDBConnection): void {
    // Chosen while this one still counts: else a tenant with many waiting would be its own successor for ever.
    const next = this.closed ? undefined : this.nextTurn();
    const left = this.runningOf(tenant) - 1;
    if (left > 0) this.running.set(tenant, left);
    else this.running.delete(tenant);
    this.waiting = this.waiting.filter((turn) => turn !== next);
    if (next) next.start(connection);
    else this.idle.push(connection);
  }

  private nextTurn(): Turn | undefined {
    const [first, ...others] = this.waiting;
    return others.reduce(
      (best, turn) => (best && this.runningOf(turn.tenant) < this.runningOf(best.tenant) ? turn : best),
      first,
    );
  }

  private readonly runningOf = (tenant: string) => this.running.get(tenant) ?? 0;
}
