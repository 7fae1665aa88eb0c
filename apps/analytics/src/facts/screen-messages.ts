import type { Received, Rejection } from '@tributary/bus/message';
import type { ActivitiesStored, StoredActivity } from '@tributary/contracts/activity';

type Message = Received<ActivitiesStored>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Fits an int64. */
const datamartId = /^\d{1,18}$/;

/** Messages whose activities can be facts, and those that never can. */
export function screenMessages(messages: Message[]): { accepted: Message[]; rejected: Rejection[] } {
  const accepted: Message[] = [];
  const rejected: Rejection[] = [];
  for (const message of messages) {
    const reason = findFault(message.value);
    if (reason) rejected.push({ message, reason });
    else accepted.push(message);
  }
  return { accepted, rejected };
}

function findFault({ datamart_id, activities }: ActivitiesStored): string | undefined {
  if (!datamartId.test(datamart_id)) return `datamart_id is no integer: ${datamart_id}`;
  const odd = activities.find((activity) => !isFact(activity));
  return odd && `activity ${odd.activity_id} of user point ${odd.user_point_id} at ${odd.ts} is no fact`;
}

const isFact = ({ activity_id, user_point_id, ts }: StoredActivity) =>
  uuid.test(activity_id) && uuid.test(user_point_id) && Number.isInteger(ts) && ts >= 0;
