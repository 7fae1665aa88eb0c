import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '@tributary/contracts/errors';
import { FairSlots, type Slot } from '@tributary/contracts/shares/fair-slots';
import type { OrganisationUse } from '@tributary/contracts/shares/fair-slots';

/** A connection that runs one query at a time. */
interface Reader {
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
  /** Queries of one datamart that may wait. */
  maxWaitingPerDatamart: number;
  /** Limit on waiting plus running, milliseconds. */
  timeoutMs: number;
}

const interruptEveryMs = 20;

/** A fixed number of connections for reading. A query sees the transactions that were committed before it. */
export class ReaderPool<R extends Reader> {
  private readonly idle: R[];
  private readonly slots: FairSlots;
  private readonly closing = new AbortController();

  constructor(
    private readonly connections: R[],
    private readonly limits: Omit<ReaderLimits, 'readers'>,
  ) {
    this.idle = [...connections];
    const held = connections.length;
    const shares = [{ held }, { held, waiting: limits.maxWaitingPerDatamart }];
    this.slots = new FairSlots({ held, waiting: limits.maxWaiting, shares, byOrganisation: true });
  }

  /**
   * When all readers are busy, the next free one goes to the waiting organisation with the fewest running queries.
   *
   * @param owner whose query it is: an organisation, then its datamart
   */
  async run<T>(owner: readonly string[], query: (connection: R) => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.limits.timeoutMs;
    const { connection, slot } = await this.acquire(owner);
    // Repeats the interrupt: DuckDB drops one that arrives between two statements of a query.
    const timer = setInterval(() => performance.now() >= deadline && connection.interrupt(), interruptEveryMs);
    try {
      return await query(connection);
    } finally {
      clearInterval(timer);
      this.idle.push(connection);
      slot.release();
    }
  }

  organisations(): OrganisationUse[] {
    return this.slots.organisations();
  }

  /** Interrupts running queries and refuses waiting ones. Resolves when no query uses a connection. */
  async close(): Promise<void> {
    this.closing.abort();
    while (this.idle.length < this.connections.length) {
      for (const connection of this.connections) connection.interrupt();
      await sleep(interruptEveryMs);
    }
    for (const connection of this.connections) connection.closeSync();
  }

  private async acquire(owner: readonly string[]): Promise<{ connection: R; slot: Slot }> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), this.limits.timeoutMs);
    const slot = await this.slots.take(owner, 1, AbortSignal.any([timeout.signal, this.closing.signal]));
    clearTimeout(timer);
    // close() may have been called after the slot was granted: the connections are closed then.
    if (this.closing.signal.aborted) throw unavailable('the service is stopping');
    const connection = typeof slot === 'string' ? undefined : this.idle.pop();
    if (typeof slot === 'string' || !connection) throw unavailable('too many reports at a time');
    return { connection, slot };
  }
}
