import type { Membership } from './segments.repository.js';

/** JSON text of a membership, with the data bag as it was sent. */
export const membershipText = ({ segment_id, data_bag, creation_ts, last_modified_ts, expiration_ts }: Membership) =>
  `{"segment_id":${JSON.stringify(segment_id)},"data_bag":${data_bag ?? 'null'},"creation_ts":${creation_ts},` +
  `"last_modified_ts":${last_modified_ts},"expiration_ts":${expiration_ts ?? 'null'}}`;
