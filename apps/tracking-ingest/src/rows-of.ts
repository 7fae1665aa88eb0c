import type pg from 'pg';

/** Rows of a statement, a few at a time, in the transaction of the client. The name is that of its cursor. */
export async function* rowsOf<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  name: string,
  { text, values, atOnce }: { text: string; values: unknown[]; atOnce: number },
): AsyncGenerator<Row[]> {
  await client.query(`declare ${name} no scroll cursor for ${text}`, values);
  while (true) {
    const { rows } = await client.query<Row>(`fetch ${Number(atOnce)} from ${name}`);
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce) break;
  }
  await client.query(`close ${name}`);
}
