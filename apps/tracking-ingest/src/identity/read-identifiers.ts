import type { UserIdentifier } from '@tributary/contracts/tracking/user-point';
import type pg from 'pg';
import type { IdentifierRow } from './user-identifiers.js';

export type DatedIdentifier = IdentifierRow & { creation_ts: string };

/** All identifiers of people: each has at most `maxIdentifiers`. */
export async function readIdentifiers(
  client: pg.ClientBase,
  datamart_id: string,
  user_point_ids: string[],
): Promise<DatedIdentifier[]> {
  const { rows } = await client.query<DatedIdentifier>({
    name: 'read-identifiers',
    // Row by row through the index, without statistics of the table too.
    text: `select found.* from (select $1::bigint as datamart_id, unnest($2::uuid[]) as user_point_id) wanted
      cross join lateral (
        select datamart_id, type, compartment_id, value, user_point_id, creation_ts from user_identifiers i
        where (i.datamart_id, i.user_point_id) = (wanted.datamart_id, wanted.user_point_id)
        order by creation_ts, type, compartment_id, value) found`,
    values: [datamart_id, user_point_ids],
  });
  return rows;
}

/** An identifier with the field names of selectors and imports. */
export function describeIdentifier(
  row: Pick<DatedIdentifier, 'type' | 'compartment_id' | 'value' | 'creation_ts'>,
): UserIdentifier {
  const creation_ts = Number(row.creation_ts);
  switch (row.type) {
    case 'USER_ACCOUNT':
      return { type: row.type, compartment_id: row.compartment_id, user_account_id: row.value, creation_ts };
    case 'USER_EMAIL':
      return { type: row.type, email_hash: row.value, creation_ts };
    case 'USER_AGENT':
      return { type: row.type, user_agent_id: row.value, creation_ts };
  }
}
