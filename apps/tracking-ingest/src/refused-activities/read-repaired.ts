import { ApiError, badData } from '@tributary/contracts/errors';
import type { ActivityReceived, ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { publicCredentialIn, type RefusedCredential } from '@tributary/contracts/refusals/refused-activity';
import { hasEarlyTime } from '@tributary/contracts/tracking/early-time';
import { uniqueKeyOf } from '@tributary/contracts/tracking/user-activity';
import { channelOf } from '@tributary/http/activities/activity-channel';
import { leftOutSteps } from '@tributary/http/activities/left-out-steps';
import { readSentActivity, type ReadingRules, type SentActivity } from '@tributary/http/activities/read-sent-activity';
import { maxPlanSteps } from '@tributary/http/tracking-plan/enforce-plan';
import type { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { parseJson, type ParsedJson } from '@tributary/http/json-body';
import type { DirectoryStore } from '@tributary/security/directory.store';

/** A refusal as a retry reads it. */
export interface RefusalRow {
  id: string;
  received_ts: string;
  credential: RefusedCredential;
  is_analyzed: boolean;
  body: string;
  is_cut: boolean;
}

/** An activity as it is published: to be analyzed, or to be stored. */
export type RepairedActivity = (
  | { kind: 'analyzed'; value: ActivityToAnalyze }
  | { kind: 'stored'; value: ActivityReceived }
) & {
  /** Profile events that were left out of it. */
  profileEvents: number;
};

/**
 * Reads an activity under the restrictions of the credential that sent it first.
 *
 * @throws BAD_REQUEST_DATA, BAD_REQUEST_FORMAT if it is refused again
 */
export function readRepaired(
  datamart_id: string,
  row: RefusalRow,
  { repaired, directory, plans }: { repaired: ParsedJson | undefined; directory: DirectoryStore; plans: TrackingPlans },
): RepairedActivity {
  const { id, credential, is_analyzed, is_cut } = row;
  if (!repaired && is_cut) throw badData('activity: is required, because only a part of the body is kept');
  const { channel_id, accepts_profiles = false } = credential;
  const public_credential = publicCredentialIn(credential);
  const rules = plans.rulesOf(datamart_id);
  const sent = read(repaired ?? parseJson(Buffer.from(row.body)), {
    restrictions: credential.kind === 'collect_key' ? { channel_id, accepts_profiles } : undefined,
    isPublic: public_credential !== undefined,
    junkExceptions: directory.junkExceptionsOf(datamart_id),
    plan: rules && { rules, budget: { left: maxPlanSteps } },
  });
  const { activity, text, identifiers, blocked, profileEvents } = sent;
  const received_ts = Number(row.received_ts);
  const steps = leftOutSteps({ ...sent, isEarly: hasEarlyTime(activity) }, received_ts);
  const value = {
    datamart_id,
    activity_id: uniqueKeyOf(activity) ?? id,
    received_ts,
    identifiers,
    body: text,
    ...(blocked.length > 0 && { blocked_events: blocked }),
    ...(public_credential && { public_credential }),
    trace: { ...(!public_credential && { token_id: credential.id }), ...(steps.length > 0 && { steps }) },
  };
  const channel = channelOf(activity);
  if (is_analyzed && channel !== undefined && directory.analyzersOf(datamart_id, channel).length > 0)
    return { kind: 'analyzed', value: { ...value, channel_id: channel }, profileEvents };
  return { kind: 'stored', value, profileEvents };
}

/** The caller of a retry may act; the activity may not be sent by the credential. */
function read(json: ParsedJson, rules: ReadingRules): SentActivity {
  try {
    return readSentActivity(json, rules);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'AUTHORIZATION_ERROR') throw badData(error.message);
    throw error;
  }
}
