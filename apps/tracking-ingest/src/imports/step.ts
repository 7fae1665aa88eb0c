import type { ChunkParsed, ImportOperation, LineFailure } from '@tributary/contracts/import-messages';
import { readActivity, type NewActivity } from '../activities/screen-activities.js';

type Operation<Kind extends ImportOperation['kind']> = Extract<ImportOperation, { kind: Kind }>;

/** Writes to what hangs on one person: profiles, segments, choices. */
export type DataOperation = Operation<
  'upsert_profile' | 'delete_profile' | 'update_segment' | 'delete_segment' | 'upsert_choice' | 'delete_choice'
>;

/** Changes who is who. */
export type PeopleOperation = Operation<'associate' | 'dissociate' | 'delete_identifier' | 'delete_point'>;

/** A line, and what is to be done for it. */
export type Step = { datamart_id: string; line: number; /** When the file came in. */ received_ts: number } & (
  | { kind: 'activity'; activity: NewActivity }
  | { kind: 'data'; operation: DataOperation }
  | { kind: 'people'; operation: PeopleOperation }
  | { kind: 'failure'; failure: LineFailure }
);

export interface StepContext {
  /** What lines are called that have brought no id: `idsOfLines`. */
  idOf: (line: number) => string;
  dayOf: (ts: number) => string;
}

export function toStep(
  { line, operation }: ChunkParsed['lines'][number],
  { datamart_id, creation_ts: received_ts }: ChunkParsed,
  { idOf, dayOf }: StepContext,
): Step {
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
    case 'dissociate':
    case 'delete_identifier':
    case 'delete_point':
      return { datamart_id, line, received_ts, kind: 'people', operation };
    default:
      return { datamart_id, line, received_ts, kind: 'data', operation };
  }
}

export const failureOf = (line: number, error: string, error_code = 'BAD_REQUEST_DATA'): LineFailure => ({
  ...{ line, error_code, error },
});
