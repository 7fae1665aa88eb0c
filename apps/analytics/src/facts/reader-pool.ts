import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '@tributary/contracts/errors';

/** A connection that runs one query at a time. */
export interface Reader {
  /** Ends the running query, if there is one. */
  interrupt(): void;
  closeSync(): void;
}

export interface ReaderLimits {
  /**
   * Concurrent queries. Of DuckDB, each occupies one of the four libuv threads of the process while it runs. The writer,
   * files and DNS need libuv threads, too: with four readers they stall until a query ends.
   */
  readers: number;
  /** Queries that may wait. Further queries are refused immediately. */
  maxWaiting: number;
  /** Queries that may wait per tenant. */
  maxWaitingPerTenant: number;
  /** Limit on waiting plus running, milliseconds. */
  timeoutMs: number;
}

interface WaitingQuery<R extends Reader> {
  tenant: string;
  start: (connection: R) => void;
  refuse: (error: Error) => void;
}

const interruptEveryMs = 20;

/** A fixed number of connections for reading. A query sees the transactions that were committed before it. */
export class ReaderPool<R extends Reader> {
  private readonly idle: R[];
  private waiting: WaitingQuery<R>[] = [];
  private readonly running = new Map<string, number>();
  private closed = false;

  constructor(
    private readonly connections: R[],
    private readonly limits: Omit<ReaderLimits, 'readers'>,
  ) {
    this.idle = [...connections];
  }

  /** When all readers are busy, the next free one goes to the waiting tenant with the fewest running queries. */
  async run<T>(tenant: string, query: (connection: R) => Promise<T>): Promise<T> {
    const deadline = Date.now() + this.limits.timeoutMs;
    const connection = await this.acquire(tenant);
    this.running.set(tenant, this.runningOf(tenant) + 1);
    // Repeats the interrupt: DuckDB drops one that arrives between two statements of a query.
    const timer = setInterval(() => Date.now() >= deadline && connection.interrupt(), interruptEveryMs);
    try {
      return await query(connection);
    } finally {
      clearInterval(timer);
      this.release(tenant, connection);
    }
  }

  /** Interrupts running queries and refuses waiting ones. Resolves when no query uses a connection. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { refuse } of [...this.waiting]) refuse(unavailable('the service is stopping'));
    while (this.idle.length < this.connections.length) {
      for (const connection of this.connections) connection.interrupt();
      await sleep(interruptEveryMs);
    }
    for (const connection of this.connections) connection.closeSync();
  }

  private acquire(tenant: string): Promise<R> {
    const connection = this.closed ? undefined : this.idle.pop();
    if (connection) return Promise.resolve(connection);
    const waitingOfTenant = this.waiting.filter((query) => query.tenant === tenant).length;
    const { maxWaiting, maxWaitingPerTenant, timeoutMs } = this.limits;
    if (this.closed || this.waiting.length >= maxWaiting || waitingOfTenant >= maxWaitingPerTenant) {
      return Promise.reject(unavailable('too many reports at a time'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => query.refuse(unavailable('too many reports at a time')), timeoutMs);
      const query: WaitingQuery<R> = {
        tenant,
        start: (free) => (clearTimeout(timer), resolve(free)),
        refuse: (error) => {
          clearTimeout(timer);
          this.waiting = this.waiting.filter((other) => other !== query);
          reject(error);
        },
      };
      this.waiting.push(query);
    });
  }

  private release(tenant: string, connection: R): void {
    // Chosen while this query still counts: otherwise a tenant with many waiting queries would always get the next
    // reader.
    const next = this.closed ? undefined : this.nextQuery();
    const left = this.runningOf(tenant) - 1;
    if (left > 0) this.running.set(tenant, left);
    else this.running.delete(tenant);
    this.waiting = this.waiting.filter((query) => query !== next);
    if (next) next.start(connection);
    else this.idle.push(connection);
  }

  private nextQuery(): WaitingQuery<R> | undefined {
    const [first, ...others] = this.waiting;
    return others.reduce(
      (best, query) => (best && this.runningOf(query.tenant) < this.runningOf(best.tenant) ? query : best),
      first,
    );
  }

  private readonly runningOf = (tenant: string) => this.running.get(tenant) ?? 0;
}
