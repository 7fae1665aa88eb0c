import type { ChunkParsed, ImportOperation, LineFailure } from '@tributary/contracts/imports/import-messages';
import type { TraceCredential } from '@tributary/contracts/traces/activity-trace';
import { isJunkIdentifier, reread, type Identifier } from '@tributary/contracts/tracking/identifier';
import { isJunkMessage, type JunkExceptions } from '@tributary/contracts/tracking/junk';
import type { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { BreaksPlan, enforcePlan, type ActingPlan } from '@tributary/http/tracking-plan/enforce-plan';
import type { BodyHash } from '@tributary/security/body-hash';
import type { NewActivity } from '../activities/new-activity.js';
import { rereadActivities } from '../activities/reread-activities.js';
import { readActivity } from '../activities/validate-activities.js';

type Operation<Kind extends ImportOperation['kind']> = Extract<ImportOperation, { kind: Kind }>;

/** Writes to the data attached to one person: profiles, segments, choices. */
export type DataOperation = Operation<
  'upsert_profile' | 'delete_profile' | 'update_segment' | 'delete_segment' | 'upsert_choice' | 'delete_choice'
>;

/** Changes which identifiers belong to which person. */
export type IdentityOperation = Operation<'associate' | 'dissociate' | 'delete_identifier' | 'delete_point'>;

/** The user who uploaded a file, and the credential. Files of older versions have none. */
export interface Uploader {
  user_id: string;
  credential: TraceCredential | undefined;
}

/** One line of a batch with the operation that it asks for, or the reason why it fails. */
export type LineOperation = {
  datamart_id: string;
  line: number;
  execution_id: string;
  /** When the execution was created. */
  received_ts: number;
  /** The identifiers of the operation as sent, where an older version has read them otherwise. */
  sent?: Identifier[];
} & (
  | { kind: 'activity'; activity: NewActivity }
  | { kind: 'data'; operation: DataOperation }
  | { kind: 'identity'; operation: IdentityOperation; uploader?: Uploader }
  | {
      kind: 'failure';
      failure: LineFailure;
      /** The event that breaks the tracking plan, if that is why. */
      event_name?: string;
    }
);

interface LineContext {
  dayOf: (ts: number) => string;
  /** The words of the junk list that identified people in the datamart at the upload. */
  exceptions: JunkExceptions;
  /** The tracking plan of the datamart, if it does anything. */
  plan?: ActingPlan | undefined;
  bodyHash: BodyHash;
}

/** The identifiers are read by the rules of now: an older version may have parsed the line. */
export function toLineOperation(
  { line, operation }: ChunkParsed['lines'][number],
  { datamart_id, execution_id, creation_ts: received_ts, credential, user_id }: ChunkParsed,
  { dayOf, exceptions, plan, bodyHash }: LineContext,
): LineOperation {
  const common = { datamart_id, execution_id, line, received_ts };
  switch (operation.kind) {
    case 'activity': {
      const { activity_id, identifiers, body, junk } = operation;
      const planned = plannedLine(body, plan);
      if (planned instanceof BreaksPlan)
        return {
          ...common,
          kind: 'failure',
          failure: failureOf(line, planned.message),
          event_name: planned.event_name,
        };
      const received = { datamart_id, activity_id, received_ts, identifiers, ...planned };
      const read = readActivity(received, dayOf, { line: { execution_id, credential, junk, body, bodyHash } });
      if (typeof read === 'string') return failed(common, read);
      const [activity = read] = rereadActivities([read], () => exceptions);
      return { ...common, kind: 'activity', activity: { ...activity, execution_id } };
    }
    case 'associate':
    case 'dissociate': {
      const identifiers = operation.identifiers.map(reread).filter((one) => !isJunkIdentifier(one, exceptions));
      if (identifiers.length < least[operation.kind]) return failed(common, `identifiers: ${isJunkMessage}`);
      const sent = operation.identifiers.some((one) => !identifiers.includes(one)) && { sent: operation.identifiers };
      return { ...common, ...sent, kind: 'identity', operation: { ...operation, identifiers } };
    }
    case 'delete_identifier':
      return { ...common, kind: 'identity', operation };
    case 'delete_point':
      return { ...common, ...(user_id && { uploader: { user_id, credential } }), kind: 'identity', operation };
    default: {
      const identifier = reread(operation.identifier);
      if (isJunkIdentifier(identifier, exceptions)) return failed(common, `the identifier ${isJunkMessage}`);
      if (identifier === operation.identifier) return { ...common, kind: 'data', operation };
      const sent = [operation.identifier];
      return { ...common, sent, kind: 'data', operation: withIdentifier(operation, identifier) };
    }
  }
}

/** The body without the events that the tracking plan blocks, or why the plan refuses it. */
function plannedLine(
  body: string,
  plan: ActingPlan | undefined,
): { body: string; blocked_events?: string[] } | BreaksPlan {
  if (!plan?.rules.acts) return { body };
  try {
    // import-worker has read the line as one.
    const { text, blocked } = enforcePlan(JSON.parse(body) as UserActivity, body, plan);
    return { body: text, ...(blocked.length > 0 && { blocked_events: blocked }) };
  } catch (error) {
    if (error instanceof BreaksPlan) return error;
    throw error;
  }
}

/** The fewest identifiers of a line. */
const least = { associate: 1, dissociate: 2 };

const failed = (
  common: Pick<LineOperation, 'datamart_id' | 'execution_id' | 'line' | 'received_ts'>,
  error: string,
): LineOperation => ({ ...common, kind: 'failure', failure: failureOf(common.line, error) });

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
