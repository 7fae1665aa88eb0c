import type { UserPointErased } from '@tributary/contracts/tracking/user-point';
import { batchesOf } from '../batches-of.js';

/** An erased user point, or erased identifiers that belonged to none. */
export interface ErasedPoint {
  datamart_id: string;
  user_point_id?: string;
  /** `identifierDigest` of each identifier that it had, if they are known. */
  identifier_digests?: readonly string[] | undefined;
}

/** Together far below the limit of a topic. */
const idsPerMessage = 5_000;
const maxBytes = 256 * 1024;

/** JSON of an id, and of a digest, with its comma. */
const idBytes = 39;
const digestBytes = 25;

/** Messages of one datamart each. A message names the identifiers of its own user points, and those that had none. */
export const toErasedMessages = (points: ErasedPoint[]): UserPointErased[] =>
  batchesOf(points, {
    key: ({ datamart_id }) => datamart_id,
    maxItems: idsPerMessage,
    maxBytes,
    bytes: ({ identifier_digests = [] }) => idBytes + identifier_digests.length * digestBytes,
  }).map(({ key: datamart_id, items }) => {
    const identifier_digests = items.flatMap((point) => point.identifier_digests ?? []);
    const user_point_ids = items.flatMap(({ user_point_id }) => user_point_id ?? []);
    return { datamart_id, user_point_ids, ...(identifier_digests.length > 0 && { identifier_digests }) };
  });
