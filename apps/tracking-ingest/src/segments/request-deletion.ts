import { insertOutbox } from '@tributary/bus/outbox/outbox';
import { segmentDeleted } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import type pg from 'pg';
import type { SegmentReference } from './count-points.js';

/**
 * Deletes all memberships of a segment, in the transaction that deletes its registration: from its commit on no read shows
 * them, `SegmentUpkeep` deletes them soon, and reports do when they get the message. Memberships that are
 * written after the commit stay.
 */
export async function requestSegmentDeletion(
  client: pg.ClientBase,
  { datamart_id, segment_id }: SegmentReference,
  now: number,
): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    `insert into deleted_segments as deleted (datamart_id, segment_id, version, request_ts)
      values ($1, $2, nextval('user_segment_versions'), $3)
      on conflict (datamart_id, segment_id) do update set version = greatest(deleted.version, excluded.version),
        request_ts = excluded.request_ts, barrier = null, lease_ts = 0, finish_ts = null
      returning version`,
    [datamart_id, segment_id, now],
  );
  const messages = rows.map(({ version }) => ({
    id: uuid7(),
    value: { datamart_id, segment_id, version: Number(version) },
  }));
  await insertOutbox(client, segmentDeleted, messages);
}
