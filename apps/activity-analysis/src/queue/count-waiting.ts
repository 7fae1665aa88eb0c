import { plainColumns } from '@tributary/database/plain-array';
import type { Statement } from '@tributary/database/transaction';
import { byQueue, queueName, type QueueKey } from './queue-key.js';

export interface QueueChange extends QueueKey {
  /** Activities that the queue gets; negative for those that leave it. */
  change: number;
}

/** Locks the queues until the transaction ends, and changes their counts. */
export function countWaiting(changes: QueueChange[]): Statement {
  const sums = Array.from(Map.groupBy(changes, queueName).values(), (own) =>
    own.reduce((sum, one) => ({ ...sum, change: sum.change + one.change })),
  ).sort(byQueue);
  return {
    name: 'count-waiting',
    text: `
      insert into analysis_queues as queue (analyzer_id, datamart_id, waiting)
      select * from unnest($1::bigint[], $2::bigint[], $3::bigint[])
      on conflict (analyzer_id, datamart_id) do update set waiting = queue.waiting + excluded.waiting`,
    values: plainColumns(sums, 'analyzer_id', 'datamart_id', 'change'),
  };
}
