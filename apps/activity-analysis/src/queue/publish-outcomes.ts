import { outboxStatements } from '@tributary/bus/outbox/outbox';
import { activityReceived } from '@tributary/contracts/topics/topics';
import type { ActivityReceived, ActivityToAnalyze, AnalysisOutcome } from '@tributary/contracts/tracking/activity';
import { uuid7 } from '@tributary/contracts/values/uuid';
import type { Statement } from '@tributary/database/transaction';

/** An activity whose analysis has ended, as tracking-ingest gets it. */
export interface EndedActivity {
  value: ActivityReceived;
  traceparent?: string | undefined;
}

/**
 * The statements that publish the outcomes of analyses when the transaction commits. The outbox may publish one twice, which
 * must not be mistaken for a resend by the client: so each outcome has an id.
 */
export const publishOutcomes = (ended: EndedActivity[]): Statement[] =>
  outboxStatements(
    activityReceived,
    ended.map(({ value, traceparent }) => ({
      id: `${value.datamart_id}/${value.activity_id}`,
      time: value.received_ts,
      value: { ...value, analysis_id: uuid7() },
      ...(traceparent !== undefined && { traceparent }),
    })),
  );

type Common = Omit<ActivityToAnalyze, 'channel_id' | 'body'>;

const commonOf = ({
  datamart_id,
  activity_id,
  former_ids,
  unkeyed_id,
  received_ts,
  identifiers,
  public_credential,
  trace,
}: Common) => ({
  datamart_id,
  activity_id,
  ...(former_ids !== undefined && { former_ids }),
  ...(unkeyed_id !== undefined && { unkeyed_id }),
  received_ts,
  identifiers,
  ...(public_credential !== undefined && { public_credential }),
  ...(trace !== undefined && { trace }),
});

/** The end of an activity that is not stored. */
export const withOutcome = (activity: Common, outcome: AnalysisOutcome): ActivityReceived => ({
  ...commonOf(activity),
  body: '{}',
  outcome,
});

/** The end of an activity that is stored. @param error_analyzer_id the first analyzer that failed */
export const toStore = (activity: Common & { body: string }, error_analyzer_id?: string): ActivityReceived => ({
  ...commonOf(activity),
  body: activity.body,
  ...(activity.blocked_events !== undefined && { blocked_events: activity.blocked_events }),
  ...(error_analyzer_id !== undefined && { error_analyzer_id }),
});
