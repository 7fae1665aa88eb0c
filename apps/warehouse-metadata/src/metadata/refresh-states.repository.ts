import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { insertOutbox } from '@tributary/bus/outbox';
import { notFound } from '@tributary/contracts/errors';
import { refreshRequested } from '@tributary/contracts/topics';
import type { RefreshState } from '@tributary/contracts/warehouse-metadata';
import type { RefreshRequested } from '@tributary/contracts/warehouse-messages';
import { violatedConstraint } from '@tributary/database/entities';
import { query, transaction } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';

/** A refresh that has not ended by then has been lost, and another one may be asked for. */
const lostAfterMs = 3_600_000;

const request = `
  insert into refresh_states (data_warehouse_id, id, status, requested_ts) values ($1, $2, 'REQUESTED', $3)
  on conflict (data_warehouse_id) do update
    set id = excluded.id, status = excluded.status, requested_ts = excluded.requested_ts, finished_ts = null, error = null
    where refresh_states.status in ('SUCCEEDED', 'FAILED') or refresh_states.requested_ts < $3 - ${lostAfterMs}
  returning id`;

const start = `
  update refresh_states set status = 'RUNNING'
  where data_warehouse_id = $1 and id = $2 and status in ('REQUESTED', 'RUNNING')`;

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

/** How far the refreshes are that nobody waits for: of each warehouse the latest. */
@Injectable()
export class RefreshStatesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Asks for a refresh, unless one is asked for already. */
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

  /** False for a refresh that has ended, or has been given up: its message has come twice. */
  async start({ datawarehouse_id, refresh_id }: RefreshRequested): Promise<boolean> {
    const { rowCount } = await query(this.dataSource, start, [datawarehouse_id, refresh_id]);
    return rowCount === 1;
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
