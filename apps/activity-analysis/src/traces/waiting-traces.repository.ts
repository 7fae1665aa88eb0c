import { Injectable } from '@nestjs/common';
import type { ActivityTrace, TraceQuestion } from '@tributary/contracts/traces/activity-trace';
import { beginTrace } from '@tributary/contracts/traces/begin-trace';
import { query } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { idColumns, idsOfRow, type IdColumns } from '../queue/ids-of-row.js';

@Injectable()
export class WaitingTracesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Undefined for an activity that does not wait. */
  async find({ datamart_id, activity_id }: TraceQuestion): Promise<ActivityTrace | undefined> {
    const { rows } = await query<IdColumns & { received_ts: number }>(
      this.dataSource,
      `select ${idColumns}, waiting.received_ts::float8 as received_ts from waiting_activities waiting
        where waiting.datamart_id = $1 and waiting.activity_id = $2`,
      [datamart_id, activity_id],
    );
    const [row] = rows;
    if (!row) return undefined;
    const steps = beginTrace({ received_ts: row.received_ts, ...idsOfRow(row) });
    const { step: state } = steps.at(-1) ?? steps[0];
    return { id: activity_id, state, steps };
  }
}
