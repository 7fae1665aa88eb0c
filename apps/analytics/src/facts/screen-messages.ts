import type { Received, Rejection } from '@tributary/bus/message';
import type { ActivitiesStored, StoredActivity } from '@tributary/contracts/activity';
import type {
  CollectionsCounted,
  SegmentChanged,
  UserPointErased,
  UserPointsMerged,
} from '@tributary/contracts/user-point';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const decimal = /^-?\d+(\.\d{1,6})?$/;
/** Fits an int64. */
const datamartId = /^\d{1,18}$/;

/** Messages that the store can take, and those that it never can, for the reason that `findFault` gives. */
export function screenMessages<Value extends { datamart_id: string }>(
  messages: Received<Value>[],
  findFault: (value: Value) => string | undefined,
): { accepted: Received<Value>[]; rejected: Rejection[] } {
  const accepted: Received<Value>[] = [];
  const rejected: Rejection[] = [];
  for (const message of messages) {
    const reason = datamartId.test(message.value.datamart_id)
      ? findFault(message.value)
      : `datamart_id is no integer: ${message.value.datamart_id}`;
    if (reason) rejected.push({ message, reason });
    else accepted.push(message);
  }
  return { accepted, rejected };
}

export function findFaultyActivity({ activities }: ActivitiesStored): string | undefined {
  const odd = activities.find((activity) => !isFact(activity));
  return odd && `activity ${odd.activity_id} of user point ${odd.user_point_id} at ${odd.ts} is no fact`;
}

const isFact = ({ activity_id, user_point_id, ts, transaction_amount = '0' }: StoredActivity) =>
  uuid.test(activity_id) &&
  uuid.test(user_point_id) &&
  Number.isInteger(ts) &&
  ts >= 0 &&
  decimal.test(transaction_amount);

export const findFaultyMerge = ({ merges }: UserPointsMerged) =>
  findNoUuid(merges.flatMap(({ merged_id, survivor_id }) => [merged_id, survivor_id]));

export const findFaultyErasure = ({ user_point_ids }: UserPointErased) => findNoUuid(user_point_ids);

export const findFaultySegment = ({ changes }: SegmentChanged) =>
  findNoUuid(changes.map(({ user_point_id }) => user_point_id));

export const findFaultyMeasurement = ({ ts }: CollectionsCounted) =>
  Number.isSafeInteger(ts) && ts >= 0 ? undefined : `${ts} is no time of a measurement`;

function findNoUuid(ids: string[]): string | undefined {
  const odd = ids.find((id) => !uuid.test(id));
  return odd === undefined ? undefined : `"${odd}" is no user point id`;
}
