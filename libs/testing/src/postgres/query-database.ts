import pg from 'pg';

/** Runs one statement on a new connection. */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  query: string,
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 60_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query<Row>(query);
  } finally {
    await client.end();
  }
}
