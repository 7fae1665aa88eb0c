import { insertOutbox } from '@tributary/bus/outbox/outbox';
import { sessionPrefix } from '@tributary/contracts/admin/access';
import type { RecordedEvent } from '@tributary/contracts/audit/audit-event';
import { eventsRecorded } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { eventMessages } from '@tributary/runtime/audit/read-events';
import type pg from 'pg';
import type { LineOperation, Uploader } from './line-operation.js';

type OfFile = Pick<LineOperation, 'datamart_id' | 'execution_id'> & { uploader?: Uploader };

/**
 * Records in the audit, in the transaction of the erasures, that the user who uploaded a file has erased these people.
 *
 * @param ids may have a person several times
 */
export async function recordErasures(
  client: pg.ClientBase,
  { datamart_id, execution_id, uploader }: OfFile,
  ids: (string | undefined)[],
  now: number,
): Promise<void> {
  const people = [...new Set(ids.filter((id) => id !== undefined))];
  if (!uploader || people.length === 0) return;
  const common = { ts: now, action: 'ERASE', resource: 'user_point', request_id: execution_id, datamart_id } as const;
  const events = people.map((resource_id): RecordedEvent => ({
    id: uuid7(now),
    resource_id,
    ...common,
    ...auditedUploader(uploader),
  }));
  await insertOutbox(client, eventsRecorded, eventMessages(events));
}

/** A trace names a session as a token, with a prefix. */
function auditedUploader({ user_id, credential }: Uploader) {
  const id = credential?.id ?? '';
  return id.startsWith(sessionPrefix)
    ? ({ user_id, credential_kind: 'SESSION', credential_id: id.slice(sessionPrefix.length) } as const)
    : ({ user_id, credential_kind: 'API_TOKEN', credential_id: id } as const);
}
