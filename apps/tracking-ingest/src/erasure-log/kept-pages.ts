import { query } from '@tributary/database/transaction';
import type { DataSource } from 'typeorm';
import type { KeptErasure } from '../identity/keep-erasures.js';

const rowsPerPage = 10_000;

/** All kept erasures of a time or later, in pages. */
export async function* keptPages(dataSource: DataSource, since_ts: number): AsyncGenerator<KeptErasure[]> {
  const page = `select datamart_id, erasure_ts::float8, identifier_mac from kept_erasures
    where (datamart_id, identifier_mac) > ($1, $2) and erasure_ts >= $3
    order by datamart_id, identifier_mac limit ${rowsPerPage}`;
  let last: Pick<KeptErasure, 'datamart_id' | 'identifier_mac'> = {
    datamart_id: '-1',
    identifier_mac: '00000000-0000-0000-0000-000000000000',
  };
  for (let isLast = false; !isLast;) {
    const { rows } = await query<KeptErasure>(dataSource, page, [last.datamart_id, last.identifier_mac, since_ts]);
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? last;
    isLast = rows.length < rowsPerPage;
  }
}
