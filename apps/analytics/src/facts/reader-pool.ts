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
  /** Longest time for waiting and running together, milliseconds. */
  timeoutMs: number;
}

interface Turn {
  start: (connection: DuckDBConnection) => void;
  refuse: (error: Error) => void;
}

const interruptEveryMs = 20;

/** A bounded number of connections that only read; each query sees the whole transactions before it. */
export class ReaderPool {
  private readonly idle: DuckDBConnection[];
  private readonly waiting: Turn[] = [];
  private closed = false;

  constructor(
    private readonly connections: DuckDBConnection[],
    private readonly limits: Omit<ReaderLimits, 'readers'>,
  ) {
    this.idle = [...connections];
  }

  async run<T>(query: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const deadline = Date.now() + this.limits.timeoutMs;
    const connection = await this.acquire();
    // Again and again: an interrupt that comes between two statements of a query is lost.
    const timer = setInterval(() => Date.now() >= deadline && connection.interrupt(), interruptEveryMs);
    try {
      return await query(connection);
    } finally {
      clearInterval(timer);
      this.release(connection);
    }
  }

  /** Interrupts what runs, refuses what waits; resolves when no query uses a connection any more. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { refuse } of this.waiting.splice(0)) refuse(unavailable('the service is stopping'));
    while (this.idle.length < this.connections.length) {
      for (const connection of this.connections) connection.interrupt();
      await sleep(interruptEveryMs);
    }
    for (const connection of this.connections) connection.closeSync();
  }

  private acquire(): Promise<DuckDBConnection> {
    const connection = this.closed ? undefined : this.idle.pop();
    if (connection) return Promise.resolve(connection);
    if (this.closed || this.waiting.length >= this.limits.maxWaiting) {
      return Promise.reject(unavailable('too many reports at a time'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => turn.refuse(unavailable('too many reports at a time')), this.limits.timeoutMs);
      const turn: Turn = {
        start: (free) => (clearTimeout(timer), resolve(free)),
        refuse: (error) => {
          clearTimeout(timer);
          this.forget(turn);
          reject(error);
        },
      };
      this.waiting.push(turn);
    });
  }

  private forget(turn: Turn): void {
    const index = this.waiting.indexOf(turn);
    if (index >= 0) this.waiting.splice(index, 1);
  }

  private release(connection: DuckDBConnection): void {
    const next = this.closed ? undefined : this.waiting.shift();
    if (next) next.start(connection);
    else this.idle.push(connection);
  }
}
