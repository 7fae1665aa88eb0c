import { uuidForm } from '@tributary/contracts/rules/people/identifier-forms';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ActivitiesStored, StoredActivity } from '@tributary/contracts/tracking/activity';
import type {
  CollectionsCounted,
  SegmentChanged,
  SegmentDeleted,
  UserPointErased,
  UserPointsMerged,
} from '@tributary/contracts/tracking/user-point';

const decimal = /^-?\d+(\.\d{1,6})?$/;
/** Fits an int64. */
const datamartId = /^\d{1,18}$/;

/**
 * Separates messages that the store can write from those that it never can.
 *
 * @param findFault why a value cannot be stored; undefined for a valid one
 */
export function partitionValid<Value extends { datamart_id: string }>(
  messages: Received<Value>[],
  findFault: (value: Value) => string | undefined,
): { valid: Received<Value>[]; rejected: Rejection[] } {
  const valid: Received<Value>[] = [];
  const rejected: Rejection[] = [];
  for (const message of messages) {
    const reason = datamartId.test(message.value.datamart_id)
      ? findFault(message.value)
      : `datamart_id is not an integer: ${message.value.datamart_id}`;
    if (reason) rejected.push({ message, reason });
    else valid.push(message);
  }
  return { valid, rejected };
}

export function findFaultyActivity({ activities }: ActivitiesStored): string | undefined {
  const invalid = activities.find((activity) => !isValid(activity));
  return (
    invalid && `activity ${invalid.activity_id} of user point ${invalid.user_point_id} at ${invalid.ts} is not valid`
  );
}

const isValid = ({ activity_id, user_point_id, ts, transaction_amount = '0' }: StoredActivity) =>
  uuidForm.test(activity_id) &&
  uuidForm.test(user_point_id) &&
  Number.isInteger(ts) &&
  ts >= 0 &&
  decimal.test(transaction_amount);

export const findFaultyMerge = ({ merges }: UserPointsMerged) =>
  findInvalidId(merges.flatMap(({ merged_id, survivor_id }) => [merged_id, survivor_id]));

export const findFaultyErasure = ({ user_point_ids }: UserPointErased) => findInvalidId(user_point_ids);

export const findFaultySegment = ({ changes }: SegmentChanged) =>
  findInvalidId(changes.map(({ user_point_id }) => user_point_id));

export const findFaultyDeletion = ({ version }: SegmentDeleted) =>
  version >= 0 ? undefined : `${version} is not the version of a deletion`;

export const findFaultyMeasurement = ({ ts }: CollectionsCounted) =>
  Number.isSafeInteger(ts) && ts >= 0 ? undefined : `${ts} is not a valid time of a measurement`;

function findInvalidId(ids: string[]): string | undefined {
  const invalid = ids.find((id) => !uuidForm.test(id));
  return invalid === undefined ? undefined : `"${invalid}" is not a user point id`;
}
