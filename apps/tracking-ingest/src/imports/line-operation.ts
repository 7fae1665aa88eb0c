import type { ChunkParsed, ImportOperation, LineFailure } from '@tributary/contracts/imports/import-messages';
import { reread, type Identifier } from '@tributary/contracts/tracking/identifier';
import type { NewActivity } from '../activities/new-activity.js';
import { readActivity } from '../activities/validate-activities.js';

type Operation<Kind extends ImportOperation['kind']> = Extract<ImportOperation, { kind: Kind }>;

/** Writes to the data attached to one person: profiles, segments, choices. */
export type DataOperation = Operation<
  'upsert_profile' | 'delete_profile' | 'update_segment' | 'delete_segment' | 'upsert_choice' | 'delete_choice'
>;

/** Changes which identifiers belong to which person. */
export type IdentityOperation = Operation<'associate' | 'dissociate' | 'delete_identifier' | 'delete_point'>;

/** One line of a batch with the operation that it asks for, or the reason why it fails. */
export type LineOperation = {
  datamart_id: string;
  line: number;
  /** When the execution was created. */
  received_ts: number;
  /** The identifiers of the operation as sent, where an older version has read them otherwise. */
  sent?: Identifier[];
} & (
  | { kind: 'activity'; activity: NewActivity }
  | { kind: 'data'; operation: DataOperation }
  | { kind: 'identity'; operation: IdentityOperation }
  | { kind: 'failure'; failure: LineFailure }
);

export interface LineContext {
  /** The id of an activity whose line has none: `idsOfLines`. */
  idOf: (line: number) => string;
  dayOf: (ts: number) => string;
}

export function toLineOperation(
  { line, operation }: ChunkParsed['lines'][number],
  { datamart_id, creation_ts: received_ts }: ChunkParsed,
  { idOf, dayOf }: LineContext,
): LineOperation {
  switch (operation.kind) {
    case 'activity': {
      const { activity_id, identifiers, body } = operation;
      const needsReceipt = activity_id !== idOf(line);
      const received = { datamart_id, activity_id, received_ts, identifiers, body };
      const activity = readActivity(received, dayOf, { needsReceipt });
      return typeof activity === 'string'
        ? { datamart_id, line, received_ts, kind: 'failure', failure: failureOf(line, activity) }
        : { datamart_id, line, received_ts, kind: 'activity', activity };
    }
    case 'associate':
    case 'dissociate': {
      const identifiers = operation.identifiers.map(reread);
      const sent = identifiers.every((one, index) => one === operation.identifiers[index])
        ? undefined
        : { sent: operation.identifiers };
      return { datamart_id, line, received_ts, ...sent, kind: 'identity', operation: { ...operation, identifiers } };
    }
    case 'delete_identifier':
    case 'delete_point':
      return { datamart_id, line, received_ts, kind: 'identity', operation };
    default: {
      const identifier = reread(operation.identifier);
      if (identifier === operation.identifier) return { datamart_id, line, received_ts, kind: 'data', operation };
      const sent = [operation.identifier];
      return { datamart_id, line, received_ts, sent, kind: 'data', operation: withIdentifier(operation, identifier) };
    }
  }
}

/** An account has its profile in its own compartment. */
const withIdentifier = (operation: DataOperation, identifier: Identifier): DataOperation =>
  'compartment_id' in operation && identifier.type === 'USER_ACCOUNT'
    ? { ...operation, identifier, compartment_id: identifier.compartment_id }
    : { ...operation, identifier };

export const failureOf = (line: number, error: string, error_code = 'BAD_REQUEST_DATA'): LineFailure => ({
  line,
  error_code,
  error,
});
