import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { plainArray } from '@tributary/database/plain-array';
import type { UnitOfWork } from '@tributary/database/transaction';
import { countWaiting } from '../queue/count-waiting.js';
import { identifierIdOf, rememberErased, type ErasedIdentifier } from '../queue/erased-identifiers.js';
import { idColumns, idsOfRow, type IdColumns } from '../queue/ids-of-row.js';
import { promoteNext } from '../queue/promote-next.js';
import { publishOutcomes, withOutcome } from '../queue/publish-outcomes.js';
import { queueName, type QueueKey } from '../queue/queue-key.js';

interface ErasedRow extends QueueKey, IdColumns {
  person_id: string;
  channel_id: string;
  received_ts: number;
  identifiers: string;
}

/** Follows FROM or USING, for the rows `waiting`. */
const erasedPeople = `
  unnest($1::uuid[], $2::bigint[]) as erased (person_id, erasure_ts)
  where waiting.person_id = erased.person_id and waiting.received_ts <= erased.erasure_ts`;

/**
 * Deletes the waiting activities whose strongest identifier belonged to an erased person, in the queues that have any.
 * Activities that name the person by another one end when an attempt would begin.
 *
 * @returns false if there were none. Otherwise others may have come to another queue meanwhile: call it again, in another
 * transaction, because queues are locked in one order
 */
export async function eraseWaiting(work: UnitOfWork, erased: ErasedIdentifier[]): Promise<boolean> {
  const people = [
    plainArray(erased.map(({ digest }) => identifierIdOf(digest))),
    plainArray(erased.map(({ erasure_ts }) => erasure_ts)),
  ];
  const { text, values = [] } = rememberErased(erased);
  await work.client.query(text, values);
  const { rows: queues } = await work.client.query<QueueKey>(
    `select distinct analyzer_id, datamart_id from waiting_activities waiting, ${erasedPeople}`,
    people,
  );
  if (queues.length === 0) return false;
  await work.client.query(countWaiting(queues.map((queue) => ({ ...queue, change: 0 }))));
  const { rows } = await work.client.query<ErasedRow>(
    `delete from waiting_activities waiting using ${erasedPeople}
       and concat(waiting.analyzer_id, '/', waiting.datamart_id) = any($3)
     returning analyzer_id, datamart_id, waiting.person_id, channel_id, ${idColumns}, received_ts::float8 as received_ts,
       identifiers`,
    [...people, queues.map(queueName)],
  );
  if (rows.length === 0) return true;
  work.atCommit([countWaiting(rows.map((row) => ({ ...row, change: -1 }))), promoteNext(rows)]);
  work.atCommit(publishOutcomes(rows.map((row) => ({ value: withOutcome(activityOf(row), 'erased') }))));
  return true;
}

const activityOf = (row: ErasedRow) => ({
  datamart_id: row.datamart_id,
  ...idsOfRow(row),
  received_ts: row.received_ts,
  identifiers: JSON.parse(row.identifiers) as Identifier[],
});
