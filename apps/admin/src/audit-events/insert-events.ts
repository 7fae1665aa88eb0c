import type { RecordedEvent } from '@tributary/contracts/audit/audit-event';
import type { AuditClient } from '@tributary/database/audit/audited-request';
import { plainArray } from '@tributary/database/plain-array';

/** The columns of an event, and their types in the statement. */
const types = {
  id: 'uuid',
  ts: 'bigint',
  organisation_id: 'bigint',
  datamart_id: 'bigint',
  community_id: 'bigint',
  user_id: 'text',
  credential_id: 'text',
  credential_kind: 'text',
  action: 'text',
  resource: 'text',
  resource_id: 'text',
  changes: 'jsonb',
  request_id: 'text',
  address: 'text',
  count: 'integer',
  purpose: 'text',
} satisfies Record<keyof RecordedEvent, string>;
/** Texts that clients may choose. */
const needsQuotes = new Set<keyof RecordedEvent>([
  'user_id',
  'credential_id',
  'resource',
  'resource_id',
  'changes',
  'request_id',
  'address',
  'purpose',
]);
const names = Object.keys(types) as (keyof RecordedEvent)[];

/**
 * An event that comes again changes nothing, except that a count may have grown. Reads of people are many: arrays cost the
 * database less than JSON.
 */
const insert = `
  insert into audit.events (id, ts, organisation_id, community_id, user_id, credential_id, credential_kind, action,
    resource, resource_id, changes, request_id, address, count, purpose)
  select id, ts, coalesce(organisation_id, (select organisation_id from datamarts where datamarts.id = datamart_id)),
    community_id, user_id, credential_id, credential_kind, action, resource, resource_id, changes, request_id, address,
    count, purpose
  from unnest(${names.map((name, index) => `$${index + 1}::${types[name]}[]`).join(', ')})
    as event (${names.join(', ')})
  on conflict do nothing`;

const raiseCounts = `
  select audit.count_reads(id, ts, count)
  from jsonb_to_recordset($1) as event (id uuid, ts bigint, count integer)`;

/** Inserts events, each once: of an event that is there only the count of reads may rise. */
export async function insertEvents(client: AuditClient, events: readonly RecordedEvent[]): Promise<void> {
  await client.query(
    insert,
    names.map((name) => columnOf(events, name)),
  );
  const counted = events.filter(({ count }) => count !== undefined);
  if (counted.length > 0) await client.query(raiseCounts, [JSON.stringify(counted)]);
}

function columnOf(events: readonly RecordedEvent[], name: keyof RecordedEvent): unknown {
  if (needsQuotes.has(name)) return events.map((event) => textOf(event[name]));
  return plainArray(events.map((event) => (event[name] as string | number | undefined) ?? 'NULL'));
}

const textOf = (value: unknown) =>
  value === undefined || typeof value === 'string' ? (value ?? null) : JSON.stringify(value);
