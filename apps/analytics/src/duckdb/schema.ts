import type { DuckDBConnection } from '@duckdb/node-api';

/** What an activity tells the reports besides when and by whom. */
const factColumns = `
  type varchar not null,
  channel_id varchar,
  session_duration bigint not null,
  device_form_factor varchar,
  device_browser_family varchar,
  device_os_family varchar,
  device_brand varchar,
  device_agent_type varchar,
  origin_source varchar,
  origin_channel varchar,
  origin_campaign_name varchar,
  location_country varchar,
  location_region varchar,
  location_city varchar,
  location_zip_code varchar,
  event_types varchar[],
  has_conversion boolean not null,
  has_bounced boolean not null,
  number_of_user_events bigint not null,
  number_of_confirmed_transactions bigint not null,
  transaction_amount decimal(38, 6)`;

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
  // The facts of version 1 lack most of a report: everything is asked for again.
  `drop table facts;
   create table facts (
     datamart_id bigint not null,
     day date not null,
     ts bigint not null,
     activity_id uuid not null,
     -- Who remains of the merges that are known.
     user_point_id uuid not null,
     ${factColumns}
   );
   delete from applied_messages;
   -- Of merged user points, who remains in the end: no survivor is itself merged.
   create table merged_user_points (datamart_id bigint not null, merged_id uuid not null, survivor_id uuid not null);
   -- Kept for ever: an activity of an erased person may arrive after the erasure.
   create table erased_user_points (datamart_id bigint not null, user_point_id uuid not null);
   create table memberships (
     datamart_id bigint not null,
     user_point_id uuid not null,
     survivor_id uuid not null,
     segment_id varchar not null,
     is_member boolean not null,
     expiration_ts bigint,
     version double not null
   );
   create table measurements (
     datamart_id bigint not null,
     ts bigint not null,
     collection varchar not null,
     count bigint not null
   );
   -- A row once everything that a new file lacks has been asked for.
   create table facts_requests (request_id varchar not null, requested_at bigint not null);`,
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
