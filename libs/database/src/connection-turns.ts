import { unavailable } from '@tributary/contracts/errors';
import type { DataSource } from 'typeorm';

/** How long somebody waits while all connections work for others: the database is busy then, not down. */
const patienceMs = 5_000;

/** As many turns as the pool has connections, given in the order in which they are asked for. */
class ConnectionTurns {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  get waitingCount(): number {
    return this.waiting.length;
  }

  async take(): Promise<void> {
    if (this.free > 0) this.free--;
    else await this.wait();
  }

  give(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(admit), 1);
        reject(unavailable('The database is busy'));
      }, patienceMs);
      this.waiting.push(admit);
    });
  }
}

const turnsOf = new WeakMap<DataSource, ConnectionTurns>();

/** How many wait for one of the data source's connections. */
export const waitingTurns = (dataSource: DataSource) => turnsOf.get(dataSource)?.waitingCount ?? 0;

/** Does the work when one of the data source's connections is free for it. @throws SERVICE_UNAVAILABLE after 5 s */
export async function inTurn<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const { poolSize = 1 } = dataSource.options;
  const turns = turnsOf.get(dataSource) ?? new ConnectionTurns(poolSize);
  turnsOf.set(dataSource, turns);
  await turns.take();
  try {
    return await work();
  } finally {
    turns.give();
  }
}
