import type { DuckDBConnection } from '@duckdb/node-api';

/** Entry n brings a file from version n to n + 1: append, never change one. */
const versions = [
  `create table facts (
     datamart_id bigint not null,
     day date not null,
     ts bigint not null,
     activity_id uuid not null,
     user_point_id uuid not null,
     type varchar not null,
     channel_id varchar
   );
   create table applied_messages (
     id varchar primary key,
     datamart_id bigint not null,
     time bigint not null,
     topic varchar not null,
     partition integer,
     "offset" bigint,
     applied_at bigint not null
   );`,
];

/** Brings the file to the newest version, each step whole or not at all. */
export async function migrate(connection: DuckDBConnection): Promise<void> {
  await connection.run('create table if not exists meta (version integer not null)');
  const reader = await connection.runAndReadAll('select coalesce(max(version), 0)::integer from meta');
  const current = Number(reader.getRows()[0]?.[0]);
  if (current > versions.length)
    throw new Error(`facts are of version ${current}, this program knows ${versions.length}`);
  for (const [index, statements] of versions.entries()) {
    if (index < current) continue;
    await connection.run(`begin; ${statements} insert into meta values (${index + 1}); commit;`);
  }
}
