import { insertOutbox } from '@tributary/bus/outbox/outbox';
import type { ExecutionStatus } from '@tributary/contracts/imports/document-import';
import { executionChanged } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import type { ClientBase } from 'pg';

interface StatusChange {
  datamart_id: string;
  execution_id: string;
  status: ExecutionStatus;
}

/** Adds status changes to the outbox; they are published if the transaction commits. */
export const publishStatusChanges = (client: ClientBase, changes: StatusChange[]) =>
  insertOutbox(
    client,
    executionChanged,
    changes.map((value) => ({ id: uuid7(), value })),
  );
