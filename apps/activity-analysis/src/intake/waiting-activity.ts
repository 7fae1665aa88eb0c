import type { Received } from '@tributary/bus/messages/message';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { identifierDigest } from '@tributary/contracts/tracking/identifier';
import { withStep } from '@tributary/contracts/traces/begin-trace';
import type { CopyValue } from '@tributary/database/copy';
import { plainArray } from '@tributary/database/plain-array';
import { identifierIdOf } from '../queue/erased-identifiers.js';
import type { QueueKey } from '../queue/queue-key.js';

export interface EnqueuedActivity extends QueueKey {
  message: Received<ActivityToAnalyze>;
  person_id: string;
}

export function enqueued(message: Received<ActivityToAnalyze>, analyzer_id: string): EnqueuedActivity {
  const { datamart_id, identifiers } = message.value;
  const [strongest] = identifiers;
  return {
    analyzer_id,
    datamart_id,
    message,
    person_id: strongest ? identifierIdOf(identifierDigest(datamart_id, strongest)) : '',
  };
}

export const idOf = ({ message: { value } }: EnqueuedActivity) =>
  `${value.datamart_id}/${value.activity_id.toLowerCase()}`;

/** Two activities of one key are analyzed one after the other. */
export const orderKey = ({ analyzer_id, person_id, message }: EnqueuedActivity) =>
  JSON.stringify([analyzer_id, person_id, message.value.channel_id]);

export const waitingColumns = [
  'datamart_id',
  'activity_id',
  'former_ids',
  'unkeyed_id',
  'public_credential',
  'blocked_events',
  'trace',
  'analyzer_id',
  'person_id',
  'channel_id',
  'due_time',
  'received_ts',
  'accepted_time',
  'traceparent',
  'identifiers',
  'body',
];

/** @param accepted by the clock of the database, epoch milliseconds; @param isFirst of its person in the queue */
export function rowOf(activity: EnqueuedActivity, accepted: number, isFirst: boolean): CopyValue[] {
  const { traceparent, value } = activity.message;
  const accepted_time = new Date(accepted).toISOString();
  return [
    value.datamart_id,
    value.activity_id.toLowerCase(),
    value.former_ids ? plainArray(value.former_ids) : null,
    value.unkeyed_id ?? null,
    value.public_credential ? JSON.stringify(value.public_credential) : null,
    value.blocked_events ? JSON.stringify(value.blocked_events) : null,
    JSON.stringify(
      withStep(value.trace, { step: 'WAITING_FOR_ANALYSIS', ts: Math.max(Date.now(), value.received_ts) }),
    ),
    activity.analyzer_id,
    activity.person_id,
    value.channel_id,
    isFirst ? accepted_time : null,
    value.received_ts,
    accepted_time,
    traceparent ?? null,
    JSON.stringify(value.identifiers),
    value.body,
  ];
}
