import type { ListQuery } from '@tributary/contracts/list-query';
import type { ClientBase, QueryResultRow } from 'pg';
import { pipeline } from './pipeline.js';

/** Rows that are read by pages. */
export interface RowList {
  columns: string;
  /** `from … where …`: all of them. */
  from: string;
  order: string;
  /** The parameters of `from`. */
  values: unknown[];
}

/** A page of rows, and the number of all. */
export async function listRows<Row extends QueryResultRow>(
  client: ClientBase,
  { columns, from, order, values }: RowList,
  { first_result, max_results }: ListQuery,
): Promise<{ items: Row[]; total: number }> {
  const [offset, limit] = [values.length + 1, values.length + 2];
  const { page, counted } = await pipeline(client, () => ({
    page: client.query<Row>(`select ${columns} ${from} order by ${order} offset $${offset} limit $${limit}`, [
      ...values,
      first_result,
      max_results,
    ]),
    counted: client.query<{ total: number }>(`select count(*)::int as total ${from}`, values),
  }));
  return { items: page.rows, total: counted.rows[0]?.total ?? 0 };
}
