import { columnsOf } from '@tributary/database/plain-array';
import { pointColumns, type PointKey } from '../identity/point-key.js';

/** One profile of a person. The account is '' for a profile without account. */
export interface ProfileKey extends PointKey {
  compartment_id: string;
  user_account_id: string;
}

/** One text per profile. */
export const profileKey = ({ datamart_id, user_point_id, compartment_id, user_account_id }: ProfileKey) =>
  JSON.stringify([datamart_id, user_point_id, compartment_id, user_account_id]);

export const keyColumns = (keys: ProfileKey[]) => [
  ...pointColumns(keys),
  ...columnsOf(keys, 'compartment_id', 'user_account_id'),
];

export const unnestedKeys = `unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[])
  as wanted (datamart_id, user_point_id, compartment_id, user_account_id)`;
