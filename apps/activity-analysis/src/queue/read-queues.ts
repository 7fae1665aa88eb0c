import { findsAny } from '@tributary/database/finds-any';
import { query } from '@tributary/database/transaction';
import type { DataSource } from 'typeorm';
import type { QueueKey } from './queue-key.js';

export interface QueueState extends QueueKey {
  waiting: number;
  /** For how long its first activity has been due, milliseconds; negative if it will be, or is claimed. */
  dueMs: number | null;
}

/** All queues with activities. */
export async function readQueues(dataSource: DataSource): Promise<QueueState[]> {
  const { rows } = await query<QueueState>(dataSource, {
    name: 'read-queues',
    text: `
      select analyzer_id, datamart_id, waiting::float8 as waiting, (
          select extract(epoch from clock_timestamp() - due_time)::float8 * 1000 from waiting_activities first
          where first.analyzer_id = analysis_queues.analyzer_id and first.datamart_id = analysis_queues.datamart_id
            and first.due_time is not null
          order by due_time limit 1) as "dueMs"
      from analysis_queues where waiting > 0`,
  });
  return rows;
}

/** Whether any activity waits. Most channels have no analyzer. */
export const hasWaiting = (dataSource: DataSource): Promise<boolean> =>
  findsAny(dataSource, { name: 'has-waiting', text: 'select from analysis_queues where waiting > 0 limit 1' });
