import type { RecordedEvent } from '@tributary/contracts/audit/audit-event';
import type { AuditClient } from '@tributary/database/audit/audited-request';

/** An event that comes again changes nothing, except that a count may have grown. */
const insert = `
  insert into audit.events (id, ts, organisation_id, community_id, user_id, credential_id, credential_kind, action,
    resource, resource_id, changes, request_id, address, count, purpose)
  select id, ts, coalesce(organisation_id, (select organisation_id from datamarts where datamarts.id = datamart_id)),
    community_id, user_id, credential_id, credential_kind, action, resource, resource_id, changes, request_id, address, count,
    purpose
  from jsonb_to_recordset($1) as event (id uuid, ts bigint, organisation_id bigint, datamart_id bigint, community_id bigint,
    user_id text, credential_id text, credential_kind text, action text, resource text, resource_id text, changes jsonb,
    request_id text, address text, count integer, purpose text)
  on conflict do nothing`;

const raiseCounts = `
  select audit.count_reads(id, ts, count)
  from jsonb_to_recordset($1) as event (id uuid, ts bigint, count integer)`;

/** Inserts events, each once. */
export async function insertEvents(client: AuditClient, events: readonly RecordedEvent[]): Promise<void> {
  await client.query(insert, [JSON.stringify(events)]);
  const counted = events.filter(({ count }) => count !== undefined);
  if (counted.length > 0) await client.query(raiseCounts, [JSON.stringify(counted)]);
}
