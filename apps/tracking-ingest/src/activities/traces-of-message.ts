import type { HandledTrace } from '@tributary/bus/handling';
import { joinTraceparents } from '@tributary/bus/traceparent';
import type { ActivitiesStored } from '@tributary/contracts/activity';

/** The traces, separated by commas, of those activities in the message that came in recorded ones. */
export function tracesOfMessage(
  { datamart_id, activities }: ActivitiesStored,
  handled: HandledTrace[],
): string | undefined {
  if (handled.length === 0) return undefined;
  const ids = new Set(activities.map(({ activity_id }) => `${datamart_id}/${activity_id}`));
  // The gateway names a message so; its ids may be in capitals, as clients send them.
  const own = handled.filter(({ message_id }) => ids.has(message_id.toLowerCase()));
  return joinTraceparents(own.map(({ traceparent }) => traceparent));
}
