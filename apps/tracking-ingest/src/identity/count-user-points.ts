import type { Identifier } from '@tributary/contracts/tracking/identifier';
import type { Collection } from '@tributary/contracts/tracking/user-point';
import type { CollectionChange } from '../collections/count-changes.js';
import type { Assignment } from './assignment.js';
import { pointKey, type PointKey } from './point-key.js';

export const collectionOf: Record<Identifier['type'], Collection> = {
  USER_ACCOUNT: 'UserAccount',
  USER_EMAIL: 'UserEmail',
  USER_AGENT: 'UserAgent',
};

/** The user points that an assignment makes: of identifiers, and of no stored point. */
export function newPoints({ unowned, moved, touched }: Pick<Assignment, 'unowned' | 'moved' | 'touched'>): PointKey[] {
  const points = new Map(
    [...unowned, ...moved].map(({ datamart_id, user_point_id }) => [
      pointKey(datamart_id, user_point_id),
      { datamart_id, user_point_id },
    ]),
  );
  for (const { datamart_id, user_point_id } of touched) points.delete(pointKey(datamart_id, user_point_id));
  return [...points.values()];
}

/** The rows that an assignment adds to the collections, and those that its merges remove. */
export const growth = (
  { unowned, merges }: Pick<Assignment, 'unowned' | 'merges'>,
  created: PointKey[],
): CollectionChange[] => [
  ...unowned.map(({ datamart_id, identifier: { type } }) => {
    return { datamart_id, collection: collectionOf[type], change: 1 };
  }),
  ...created.map(({ datamart_id }) => ({ datamart_id, collection: 'UserPoint' as const, change: 1 })),
  ...merges.map(({ datamart_id }) => ({ datamart_id, collection: 'UserPoint' as const, change: -1 })),
];
