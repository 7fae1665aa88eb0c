import { Injectable } from '@nestjs/common';
import type { ExecutionStatus } from '@tributary/contracts/imports/document-import';
import { query, transaction } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { noHitters, reportOn, type HeavyHitters } from '../chunks/heavy-hitters.js';
import { publishStatusChanges } from '../execution-status.js';

/** An execution with no chunk in flight. */
export interface FinishedExecution {
  id: string;
  organisation_id: string;
  total_failure: number;
  number_of_lines: number;
  heavy_hitters: HeavyHitters | null;
  problem: string | null;
}

/** All chunks are applied; or it was canceled and no chunk is in flight; or the file cannot be read at all. */
const isFinished = `status in ('PENDING', 'RUNNING') and (
  completed_tasks = num_tasks or problem is not null or cancel_status is not null and not exists (
    select from chunks where execution_id = executions.id and state in ('REQUESTED', 'PARSING', 'PARSED')
  )
)`;

@Injectable()
export class FinishRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Takes a finished execution, under a lease: until it expires no other process closes the execution.
   *
   * @param except organisations whose executions are not taken
   */
  async take(leaseMs: number, except: string[]): Promise<FinishedExecution | undefined> {
    const now = Date.now();
    const { rows } = await query<FinishedExecution>(
      this.dataSource,
      `update executions set leased_until = $1
        where id = (
          select id from executions where ${isFinished} and leased_until <= $2
            and organisation_id <> all($3::bigint[]) order by id limit 1
          for update skip locked
        )
        returning id, organisation_id, total_failure::float8, number_of_lines::float8, heavy_hitters, problem`,
      [now + leaseMs, now, except],
    );
    return rows[0];
  }

  async extendLease(id: string, leaseMs: number): Promise<void> {
    await query(this.dataSource, 'update executions set leased_until = $2 where id = $1', [id, Date.now() + leaseMs]);
  }

  /** False if another process has closed it: then no execution names the error file. */
  close(
    { id, heavy_hitters, number_of_lines, problem }: FinishedExecution,
    error_key: string | null,
  ): Promise<boolean> {
    const report = reportOn(heavy_hitters ?? noHitters, number_of_lines);
    return transaction(this.dataSource, async (client) => {
      const { rows } = await client.query<{ datamart_id: string; status: ExecutionStatus }>(
        `update executions set end_date = $2, start_date = coalesce(start_date, $2), error_key = $3, error = problem,
            status = case when problem is not null then 'FAILED'
              when completed_tasks < num_tasks then 'CANCELED' else 'SUCCEEDED' end,
            cancel_status = case when problem is null and completed_tasks < num_tasks then 'DONE' end,
            top_identifiers = $4, possible_issue_on_identifiers = $5, heavy_hitters = null
          where id = $1 and ${isFinished} returning datamart_id, status`,
        [id, Date.now(), error_key, JSON.stringify(report.top_identifiers), report.possible_issue_on_identifiers],
      );
      await client.query('delete from line_failures where execution_id = $1', [id]);
      await publishStatusChanges(
        client,
        rows.map((change) => ({ ...change, execution_id: id })),
      );
      return problem !== null || rows.length > 0;
    });
  }
}
