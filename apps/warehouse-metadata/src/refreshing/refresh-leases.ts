import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { notFound, unavailable } from '@tributary/contracts/errors';
import { violatedConstraint } from '@tributary/database/entities';
import { query } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';

/** Other refreshes wait at most so long for a holder that has died. */
const leaseMs = 15_000;
const renewEveryMs = 5_000;
const pollMs = 100;

const take = `
  insert into refresh_leases (data_warehouse_id, holder, expires)
  values ($1, $2, now() + $3 * interval '1 millisecond')
  on conflict (data_warehouse_id) do update set holder = excluded.holder, expires = excluded.expires
  where refresh_leases.expires < now()
  returning holder`;

const renew = `
  update refresh_leases set expires = now() + $3 * interval '1 millisecond'
  where data_warehouse_id = $1 and holder = $2`;

const release = 'delete from refresh_leases where data_warehouse_id = $1 and holder = $2';

/**
 * Allows one refresh of a warehouse at a time, over all processes. A lease is a row and not a lock, so a refresh occupies no
 * connection while it waits or scans an engine.
 */
@Injectable()
export class RefreshLeases {
  constructor(private readonly dataSource: DataSource) {}

  /** Waits for the lease and holds it during the work. @throws SERVICE_UNAVAILABLE if the signal aborts before */
  async hold<T>(data_warehouse_id: string, signal: AbortSignal, work: (holder: string) => Promise<T>): Promise<T> {
    const holder = randomUUID();
    while (!(await this.take(data_warehouse_id, holder))) {
      if (signal.aborted) throw unavailable('Another refresh of this data warehouse is still running');
      await sleep(pollMs);
    }
    // A failed renewal is ignored: the next one renews too. After several the lease is lost, and the store refuses the merge.
    const renewal = setInterval(() => {
      query(this.dataSource, renew, [data_warehouse_id, holder, leaseMs]).catch(() => undefined);
    }, renewEveryMs);
    try {
      return await work(holder);
    } finally {
      clearInterval(renewal);
      // If this fails, the lease expires.
      await query(this.dataSource, release, [data_warehouse_id, holder]).catch(() => undefined);
    }
  }

  private async take(data_warehouse_id: string, holder: string): Promise<boolean> {
    try {
      const { rowCount } = await query(this.dataSource, take, [data_warehouse_id, holder, leaseMs]);
      return rowCount === 1;
    } catch (error) {
      throw violatedConstraint(error) ? notFound() : error;
    }
  }
}
