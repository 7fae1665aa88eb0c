import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { plainArray } from '@tributary/database/plain-array';
import type { UnitOfWork } from '@tributary/database/transaction';
import { countWaiting } from '../queue/count-waiting.js';
import { promoteNext } from '../queue/promote-next.js';
import { publishEnds, withOutcome } from '../queue/publish-ends.js';
import type { QueueKey } from '../queue/queue-key.js';
import { personIdOf } from './waiting-activity.js';

interface ErasedRow extends QueueKey {
  activity_id: string;
  person_id: string;
  channel_id: string;
  received_ts: number;
  identifiers: string;
}

/**
 * Deletes the waiting activities whose strongest identifier belonged to an erased person. tracking-ingest refuses those that
 * name the person by another one.
 *
 * @param digests of identifiers @param until activities accepted later are of a new person
 */
export async function eraseWaiting(work: UnitOfWork, digests: string[], until: number): Promise<void> {
  const values = [plainArray(digests.map(personIdOf)), until];
  const { rows: queues } = await work.client.query<QueueKey>(
    `select distinct analyzer_id, datamart_id from waiting_activities where person_id = any($1::uuid[]) and received_ts <= $2`,
    values,
  );
  if (queues.length === 0) return;
  await work.client.query(countWaiting(queues.map((queue) => ({ ...queue, change: 0 }))));
  const { rows } = await work.client.query<ErasedRow>(
    `delete from waiting_activities where person_id = any($1::uuid[]) and received_ts <= $2
     returning analyzer_id, datamart_id, person_id, channel_id, activity_id, received_ts::float8 as received_ts, identifiers`,
    values,
  );
  if (rows.length === 0) return;
  work.atCommit([countWaiting(rows.map((row) => ({ ...row, change: -1 }))), promoteNext(rows)]);
  work.atCommit(publishEnds(rows.map((row) => ({ value: withOutcome(activityOf(row), 'erased') }))));
}

const activityOf = ({ datamart_id, activity_id, received_ts, identifiers }: ErasedRow) => ({
  datamart_id,
  activity_id,
  received_ts,
  identifiers: JSON.parse(identifiers) as Identifier[],
});
