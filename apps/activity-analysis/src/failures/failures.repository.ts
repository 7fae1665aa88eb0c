import { Injectable } from '@nestjs/common';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { AnalysisFailure } from '@tributary/contracts/tracking/analysis-failure';
import { query } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import { DataSource } from 'typeorm';
import { isId } from '@tributary/contracts/values/integer-id';

/** Failures of an analyzer that are listed; older ones are deleted. */
export const keptFailures = 1_000;

@Injectable()
export class FailuresRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The newest first. */
  async list(analyzer_id: string, { first_result, max_results }: ListQuery): Promise<Page<AnalysisFailure>> {
    if (!isId(analyzer_id)) return { items: [], total: 0 };
    const { rows } = await query<AnalysisFailure & { total: number; status: number | null }>(
      this.dataSource,
      `with newest as (
         select * from analysis_failures where analyzer_id = $1 order by id desc limit ${keptFailures})
       select activity_id, ts::float8 as ts, class, status, attempts, (select count(*)::int from newest) as total
       from newest order by id desc offset $2 limit $3`,
      [analyzer_id, first_result, max_results],
    );
    const items = rows.map(({ activity_id, ts, class: failure, status, attempts }) => ({
      activity_id,
      ts,
      class: failure,
      ...(status !== null && { status }),
      attempts,
    }));
    return { items, total: rows[0]?.total ?? (await this.count(analyzer_id)) };
  }

  /** For a page behind the last one. */
  private async count(analyzer_id: string): Promise<number> {
    const { rows } = await query<{ total: number }>(
      this.dataSource,
      `select count(*)::int as total from (select from analysis_failures where analyzer_id = $1 limit ${keptFailures}) kept`,
      [analyzer_id],
    );
    return rows[0]?.total ?? 0;
  }
}
