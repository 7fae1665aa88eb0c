import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '@tributary/contracts/admin/access';
import type { AuditAction } from '@tributary/contracts/audit/audit-event';
import type { AuditRule } from '@tributary/contracts/audit/audit-rules';
import type { DataSource } from 'typeorm';

/** A row that a transaction has changed. */
export interface CapturedChange {
  table: string;
  id: string;
  organisation_id: string | null;
  datamart_id: string | null;
  community_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface Tenant {
  organisation_id: string;
  datamart_id: string;
}

/** A request that leaves something in the audit if it succeeds. */
export interface AuditedRequest {
  readonly rule: AuditRule;
  readonly action: AuditAction;
  readonly caller: Caller;
  readonly request_id: string;
  readonly params: Readonly<Record<string, string>>;
  /** Why a person is read, if the caller says it. */
  readonly purpose?: string;
  /** The user point that the path selects, once it is found. */
  user_point_id?: string;
  /** The tenant of the resource, for paths that do not name it. */
  tenant?: Tenant;
  /** The database that has answered it. */
  dataSource?: DataSource;
  isRecorded: boolean;
}

/** Runs SQL in the transaction that is recorded. */
export interface AuditClient {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** Where the database of an app records. */
export interface AuditRecorder {
  /** In the transaction. */
  write(client: AuditClient, request: AuditedRequest, changes: CapturedChange[]): Promise<void>;
  /** After the answer; bounded. */
  read(request: AuditedRequest): void;
  /** Resolves when it is durable. */
  readNow(request: AuditedRequest): Promise<void>;
}

const requests = new AsyncLocalStorage<AuditedRequest>();
const recorders = new WeakMap<DataSource, AuditRecorder>();

export const withAuditedRequest = <T>(request: AuditedRequest, work: () => T): T => requests.run(request, work);

/** From now on transactions on this data source are recorded. */
export const recordWith = (dataSource: DataSource, recorder: AuditRecorder): void =>
  void recorders.set(dataSource, recorder);

export const recorderOf = (dataSource: DataSource | undefined): AuditRecorder | undefined =>
  dataSource && recorders.get(dataSource);

/**
 * Names the person of the current request, whose read or erasure is recorded.
 *
 * @param dataSource where it was found, unless that was in a transaction
 */
export function notePerson(user_point_id: string, dataSource?: DataSource): void {
  const request = requests.getStore();
  if (!request) return;
  request.user_point_id ??= user_point_id;
  request.dataSource ??= dataSource;
}

/** Names the tenant of the resource of the current request. */
export function noteTenant(tenant: Tenant): void {
  const request = requests.getStore();
  if (request) request.tenant ??= tenant;
}

/** A transaction of an audited request. */
export interface Recording {
  /** Records what the transaction has changed. Before the commit. */
  finish(client: AuditClient): Promise<void>;
  /** After the commit. */
  committed(): void;
}

export const startCapture = `select set_config('tributary.audited', 'on', true)`;
const readChanges = `select current_setting('tributary.changes', true) as changes`;

/** Undefined outside of an audited request, and for one that is recorded already. */
export function recordingOf(dataSource: DataSource): Recording | undefined {
  const request = requests.getStore();
  if (!request) return undefined;
  request.dataSource ??= dataSource;
  const recorder = recorders.get(dataSource);
  const { recorded } = request.rule;
  if (!recorder || request.isRecorded || (recorded !== 'write' && recorded !== 'commit')) return undefined;
  let isWritten = false;
  return {
    finish: async (client) => {
      const changes = changesOf(await client.query(readChanges, []), request.rule);
      if (!succeeds(request, changes)) return;
      await recorder.write(client, request, changes);
      isWritten = true;
    },
    committed: () => {
      request.isRecorded ||= isWritten;
    },
  };
}

const succeeds = ({ rule, user_point_id }: AuditedRequest, changes: CapturedChange[]) =>
  rule.recorded === 'write' ? changes.length > 0 : !rule.ofPerson || user_point_id !== undefined;

type Answer = { changes: string | null }[];

function changesOf(answer: unknown, { table, also = {} }: AuditRule): CapturedChange[] {
  const rows = Array.isArray(answer) ? (answer as Answer) : (answer as { rows: Answer }).rows;
  const lines = (rows[0]?.changes ?? '').split('\n').filter((line) => line !== '');
  return lines
    .map((line) => JSON.parse(line) as CapturedChange)
    .filter((change) => change.table === table || change.table in also);
}
