import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { insertOutbox } from '@tributary/bus/outbox/outbox';
import { notFound } from '@tributary/contracts/errors';
import { refreshRequested } from '@tributary/contracts/topics/topics';
import type { RefreshState } from '@tributary/contracts/warehouses/warehouse-metadata';
import type { RefreshRequested } from '@tributary/contracts/warehouses/warehouse-messages';
import { violatedConstraint } from '@tributary/database/entities';
import { query, transaction } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';

/** A refresh that has not ended after this time is considered lost, and a new one may be requested. */
const lostAfterMs = 3_600_000;

const request = `
  insert into refresh_states (data_warehouse_id, id, status, requested_ts) values ($1, $2, 'REQUESTED', $3)
  on conflict (data_warehouse_id) do update
    set id = excluded.id, status = excluded.status, requested_ts = excluded.requested_ts, attempts = 0,
      finished_ts = null, error = null
    where refresh_states.status in ('SUCCEEDED', 'FAILED') or refresh_states.requested_ts < $3 - ${lostAfterMs}
  returning id`;

// A live lease means that a refresh is running elsewhere: this delivery is a duplicate, not another attempt.
const start = `
  update refresh_states set status = 'RUNNING', attempts = attempts + case when exists (
    select from refresh_leases lease where lease.data_warehouse_id = $1 and lease.expires > now()
  ) then 0 else 1 end
  where data_warehouse_id = $1 and id = $2 and status in ('REQUESTED', 'RUNNING')
  returning attempts`;

const handOver = 'update refresh_states set attempts = attempts - 1 where data_warehouse_id = $1 and id = $2';

const finish = `
  update refresh_states set status = $3, finished_ts = $4, error = $5
  where data_warehouse_id = $1 and id = $2 and status = 'RUNNING'`;

const find = `
  select id, status, requested_ts::float8, finished_ts::float8, error
  from refresh_states where data_warehouse_id = $1`;

type StateRow = Pick<RefreshState, 'id' | 'status' | 'requested_ts'> & {
  finished_ts: number | null;
  error: string | null;
};

/** The state of the latest asynchronous refresh of each warehouse. */
@Injectable()
export class RefreshStatesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Requests a refresh, unless one is already requested or running. */
  async request(datawarehouse_id: string): Promise<void> {
    const refresh_id = randomUUID();
    await transaction(this.dataSource, async (client) => {
      const { rowCount } = await client.query(request, [datawarehouse_id, refresh_id, Date.now()]);
      if (rowCount === 0) return;
      await insertOutbox(client, refreshRequested, [{ id: refresh_id, value: { datawarehouse_id, refresh_id } }]);
    }).catch((error: unknown) => {
      throw violatedConstraint(error)?.endsWith('_fkey') ? notFound() : error;
    });
  }

  /**
   * How many processes have started this refresh. Undefined if it has already ended or was replaced: then the message is a
   * duplicate.
   */
  async start({ datawarehouse_id, refresh_id }: RefreshRequested): Promise<number | undefined> {
    const { rows } = await query<{ attempts: number }>(this.dataSource, start, [datawarehouse_id, refresh_id]);
    return rows[0]?.attempts;
  }

  /** Leaves the refresh to another process; this start does not count. */
  async handOver({ datawarehouse_id, refresh_id }: RefreshRequested): Promise<void> {
    await query(this.dataSource, handOver, [datawarehouse_id, refresh_id]);
  }

  async finish({ datawarehouse_id, refresh_id }: RefreshRequested, error?: string): Promise<void> {
    const status = error === undefined ? 'SUCCEEDED' : 'FAILED';
    await query(this.dataSource, finish, [datawarehouse_id, refresh_id, status, Date.now(), error ?? null]);
  }

  async find(data_warehouse_id: string): Promise<RefreshState | undefined> {
    const { rows } = await query<StateRow>(this.dataSource, find, [data_warehouse_id]);
    if (!rows[0]) return undefined;
    const { finished_ts, error, ...state } = rows[0];
    return { ...state, ...(finished_ts !== null && { finished_ts }), ...(error !== null && { error }) };
  }
}
