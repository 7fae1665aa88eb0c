import type { AuditAction, RecordedEvent } from '@tributary/contracts/audit/audit-event';
import { uuid7 } from '@tributary/contracts/values/uuid';
import type { AuditedRequest, CapturedChange } from '@tributary/database/audit/audited-request';

/** The events of a write that succeeds: its own, and one of each row of the tables that it changes as well. */
export function toEvents(request: AuditedRequest, changes: readonly CapturedChange[]): RecordedEvent[] {
  const { also, table } = request.rule;
  if (!also) return [toEvent(request, changes)];
  const own = changes.filter((change) => change.table === table);
  const others = wholeChanges(changes.filter((change) => change.table !== table));
  return [
    toEvent(request, own),
    ...others.map((change) => {
      const rule = { ...request.rule, resource: also[change.table] ?? change.table };
      return toEvent({ ...request, rule, action: actionOf(change) }, [change]);
    }),
  ];
}

const actionOf = ({ before, after }: CapturedChange): AuditAction =>
  before === null ? 'CREATE' : after === null ? 'DELETE' : 'UPDATE';

/** The event of an audited request that succeeds, with what it has changed. */
export function toEvent(request: AuditedRequest, changes: readonly CapturedChange[] = []): RecordedEvent {
  const ts = Date.now();
  const { caller, action, rule, request_id, purpose } = request;
  const { kind, id } = caller.credential ?? {
    kind: caller.token_id ? 'API_TOKEN' : 'SIGNATURE',
    id: caller.token_id ?? '',
  };
  const changed = changesOf(changes);
  const [first] = changes;
  return {
    id: uuid7(ts),
    ts,
    user_id: caller.user_id,
    credential_id: id,
    credential_kind: kind,
    action,
    resource: rule.resource,
    resource_id: resourceIdOf(request, first),
    ...(Object.keys(changed).length > 0 && { changes: changed }),
    request_id,
    ...(caller.address !== undefined && { address: caller.address }),
    ...(purpose !== undefined && { purpose }),
    ...tenantOf(request, first),
  };
}

function resourceIdOf({ rule, params, user_point_id }: AuditedRequest, first: CapturedChange | undefined): string {
  if (rule.ofPerson) return user_point_id ?? '';
  return (rule.id === undefined ? undefined : params[rule.id]) ?? first?.id ?? '';
}

/** A row knows its tenant best; a read has that of its path. */
function tenantOf({ params, tenant }: AuditedRequest, first: CapturedChange | undefined) {
  const { organisation_id, datamart_id }: Partial<NonNullable<typeof tenant>> | CapturedChange = first ?? tenant ?? {};
  const community_id = first?.community_id;
  const datamart = datamart_id ?? params['datamart_id'];
  return {
    ...(organisation_id && { organisation_id }),
    ...(datamart && { datamart_id: datamart }),
    ...(community_id && { community_id }),
  };
}

type Changes = NonNullable<RecordedEvent['changes']>;
type Row = Record<string, unknown> | null;

/** The fields of one row; several rows stand before and after under the name of their table. */
function changesOf(captured: readonly CapturedChange[]): Changes {
  const changes = wholeChanges(captured);
  const [first, ...others] = changes;
  if (!first) return {};
  if (others.length === 0) return fieldsOf(first.before, first.after);
  const rows = (side: 'before' | 'after') => changes.map((one) => one[side]).filter((row) => row !== null);
  return { [first.table]: [rows('before').map(shown), rows('after').map(shown)] };
}

/** A transaction may change a row several times. Rows that are as before are left out. */
function wholeChanges(captured: readonly CapturedChange[]): CapturedChange[] {
  const byId = Map.groupBy(captured, ({ table, id }) => `${table}/${id}`);
  const whole = [...byId.values()].flatMap((steps) => {
    const [first, last] = [steps[0], steps.at(-1)];
    return first && last ? [{ ...first, after: last.after }] : [];
  });
  return whole.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

function fieldsOf(before: Row, after: Row): Changes {
  const [old, current] = [shown(before ?? {}), shown(after ?? {})];
  const names = new Set([...Object.keys(old), ...Object.keys(current)]);
  const pairs = [...names].map((name) => [name, [old[name] ?? null, current[name] ?? null]] as const);
  return Object.fromEntries(
    pairs
      .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is))
      .map(([name, pair]) => [name, [...pair]]),
  );
}

/** Ids are text in the API, numbers in the database. */
const shown = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_id') && typeof value === 'number' ? String(value) : value,
    ]),
  );
