import type { ListQuery } from '@tributary/contracts/list-query';
import { pagedText } from '@tributary/http/json-text';
import type { Page } from '@tributary/http/paged';
import type { Membership } from './segments.repository.js';

/** The answer of a read of memberships. */
export const membershipsText = ({ items, total }: Page<Membership>, page: ListQuery) =>
  pagedText({ items: items.map(membershipText), total }, page);

/** JSON text of a membership, with the data bag as it was sent. */
export const membershipText = ({ segment_id, data_bag, creation_ts, last_modified_ts, expiration_ts }: Membership) =>
  `{"segment_id":${JSON.stringify(segment_id)},"data_bag":${data_bag ?? 'null'},"creation_ts":${creation_ts},` +
  `"last_modified_ts":${last_modified_ts},"expiration_ts":${expiration_ts ?? 'null'}}`;
