import type { UserPointErased } from '@tributary/contracts/tracking/user-point';
import { batchesOf } from '../batches-of.js';
import type { PointKey } from '../identity/point-key.js';

/** 36 bytes each: far below the limit of a topic. */
const idsPerMessage = 5_000;

/** Messages of one datamart each. */
export const toErasedMessages = (points: PointKey[]): UserPointErased[] =>
  batchesOf(points, { key: ({ datamart_id }) => datamart_id, maxItems: idsPerMessage }).map(
    ({ key: datamart_id, items }) => ({ datamart_id, user_point_ids: items.map(({ user_point_id }) => user_point_id) }),
  );
