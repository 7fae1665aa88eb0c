import { query } from '@tributary/database/transaction';
import { eraseAnnounced, eraseKept } from '../../src/erase-again/erase-again.js';
import { keptPages } from '../../src/erasure-log/kept-pages.js';
import { ErasureKey } from '../../src/identity/erasure-key.js';
import type { Tracking } from '../tracking.js';

/** Erasures that the database does not know: of a person whom it has by an identifier, and of unknown ones. */
export async function eraseEveryoneAgain({ app, database }: Tracking, datamart_id: string): Promise<void> {
  const key = app.app.get(ErasureKey, { strict: false });
  const { rows } = await query<{ identifier_id: string }>(
    database,
    'select identifier_id from user_identifiers where datamart_id = $1 order by identifier_id limit 1',
    [datamart_id],
  );
  const ids = [...rows.map(({ identifier_id }) => identifier_id), crypto.randomUUID()];
  const kept = ids.map((id) => ({ datamart_id, erasure_ts: Date.now(), identifier_mac: key.macOf(id) }));
  await eraseKept(database, key, kept);
  for await (const page of keptPages(database, 0)) await eraseKept(database, key, page);
  const identifier_digests = [Buffer.from(crypto.randomUUID().replaceAll('-', ''), 'hex').toString('base64url')];
  await eraseAnnounced(
    database,
    { datamart_id, user_point_ids: [crypto.randomUUID()], identifier_digests },
    Date.now(),
  );
}
