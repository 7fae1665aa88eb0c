import { unavailable } from '@tributary/contracts/errors';
import type { DataSource } from 'typeorm';

/** How long work waits for a connection. After that the database counts as busy, not as down. */
const waitTimeoutMs = 5_000;

/**
 * Admits as many works as the pool has connections, first in, first out. pg-pool has one timeout for two waits, for a
 * free connection and for a new one; this queue separates them.
 */
class ConnectionSemaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  get waitingCount(): number {
    return this.waiting.length;
  }

  async acquire(): Promise<void> {
    if (this.free > 0) this.free--;
    else await this.wait();
  }

  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const grant = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(grant), 1);
        reject(unavailable('The database is busy'));
      }, waitTimeoutMs);
      this.waiting.push(grant);
    });
  }
}

const semaphoreOf = new WeakMap<DataSource, ConnectionSemaphore>();

/** How many works wait for a connection of the data source. */
export const waitingForConnection = (dataSource: DataSource) => semaphoreOf.get(dataSource)?.waitingCount ?? 0;

/** Runs the work once a connection of the data source is free. @throws SERVICE_UNAVAILABLE after 5 s */
export async function withConnectionSlot<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const { poolSize = 1 } = dataSource.options;
  const semaphore = semaphoreOf.get(dataSource) ?? new ConnectionSemaphore(poolSize);
  semaphoreOf.set(dataSource, semaphore);
  await semaphore.acquire();
  try {
    return await work();
  } finally {
    semaphore.release();
  }
}
