import type { HandledTrace } from '@tributary/bus/tracing/batch-context';
import { joinTraceparents } from '@tributary/bus/tracing/traceparent';
import type { ActivitiesStored } from '@tributary/contracts/tracking/activity';

/** The comma-separated traces of those activities in the message that arrived in recorded traces. */
export function tracesOfMessage(
  { datamart_id, activities }: ActivitiesStored,
  handled: HandledTrace[],
): string | undefined {
  if (handled.length === 0) return undefined;
  const ids = new Set(activities.map(({ activity_id }) => `${datamart_id}/${activity_id}`));
  // The gateway's message id. The activity id in it is in upper case if the client sent it so.
  const own = handled.filter(({ message_id }) => ids.has(message_id.toLowerCase()));
  return joinTraceparents(own.map(({ traceparent }) => traceparent));
}
