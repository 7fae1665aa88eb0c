import { insertOutbox } from '@tributary/bus/outbox';
import type { ExecutionStatus } from '@tributary/contracts/document-import';
import { executionChanged } from '@tributary/contracts/topics';
import { uuid7 } from '@tributary/contracts/uuid';
import type { ClientBase } from 'pg';

export interface StatusChange {
  datamart_id: string;
  execution_id: string;
  status: ExecutionStatus;
}

/** Tells the platform, if the transaction commits. */
export const announce = (client: ClientBase, changes: StatusChange[]) =>
  insertOutbox(
    client,
    executionChanged,
    changes.map((value) => ({ id: uuid7(), value })),
  );
