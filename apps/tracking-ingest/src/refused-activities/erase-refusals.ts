import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';
import type { ErasureKey } from '../identity/erasure-key.js';

/**
 * Deletes the refusals that name one of the identifiers. While no key opens their hashes, nothing distinguishes
 * them: then all of the datamart go.
 *
 * @param ids the `identifierId` of each
 */
export async function eraseRefusals(
  client: pg.ClientBase,
  datamart_id: string,
  ids: string[],
  erasureKey: Pick<ErasureKey, 'macOf' | 'isOpen'>,
): Promise<void> {
  const macs = erasureKey.isOpen ? plainArray(ids.map((id) => erasureKey.macOf(id))) : null;
  await client.query(
    `delete from refused_activities
      where datamart_id = $1 and ($2::uuid[] is null or identifier_macs && $2::uuid[])`,
    [datamart_id, macs],
  );
}
