import type { DuckDBConnection } from '@duckdb/node-api';

/** Entry n migrates a file from version n to n + 1. Append entries; never change one. */
const versions = [
  `create table facts (
     datamart_id bigint not null,
     day date not null,
     ts bigint not null,
     activity_id uuid not null,
     -- The final survivor of all known merges.
     user_point_id uuid not null,
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
     transaction_amount decimal(38, 6)
   );
   create table applied_messages (
     id varchar primary key,
     datamart_id bigint not null,
     time bigint not null,
     topic varchar not null,
     applied_at bigint not null
   );
   -- survivor_id is the final survivor: it is not itself merged.
   create table merged_user_points (datamart_id bigint not null, merged_id uuid not null, survivor_id uuid not null);
   -- Kept forever: an activity of an erased person may arrive after the erasure.
   create table erased_user_points (datamart_id bigint not null, user_point_id uuid not null);
   create table memberships (
     datamart_id bigint not null,
     user_point_id uuid not null,
     survivor_id uuid not null,
     segment_id varchar not null,
     is_member boolean not null,
     expiration_ts bigint,
     version double not null,
     -- The last backfill (0: none) that had been requested when the row was written.
     backfill integer not null
   );
   create table measurements (
     datamart_id bigint not null,
     ts bigint not null,
     collection varchar not null,
     count bigint not null
   );
   -- How far each partition is applied.
   create table positions (
     topic varchar not null,
     partition integer not null,
     next_offset bigint not null,
     -- Everything that the partition got before this time is applied.
     newest_time bigint not null,
     primary key (topic, partition)
   );
   -- What the file lacks until the backfill has ended. Without a topic: everything that there was before the file.
   create table gaps (
     topic varchar,
     partition integer,
     -- Reports are complete up to this time.
     complete_until bigint not null,
     -- Null until one is assigned.
     backfill integer
   );
   insert into gaps values (null, null, 0, null);
   create table backfills (
     number integer not null,
     request_id varchar not null,
     assigned_at bigint not null,
     -- Null until the request is published.
     published_at bigint,
     -- How many messages it has published; null until tracking-ingest says so.
     messages bigint
   );
   -- The timeline of tracking's database from which all facts are.
   create table timeline (timeline bigint not null);
   insert into timeline values (0);`,
  `-- The version of the write that a membership stems from.
   alter table memberships add column write_version double;
   update memberships set write_version = version;
   -- Memberships of these with a lower write_version have ended. Kept forever: a change may arrive after the deletion.
   create table deleted_segments (datamart_id bigint not null, segment_id varchar not null, version double not null);`,
  // Facts of before are of no bots.
  'alter table facts add column is_bot boolean default false;',
  // Facts of before keep no mask: reports read the names of their events, as of any fact without one.
  `create table event_codes (datamart_id bigint not null, name varchar not null, bit integer not null);
   -- The bits of its event types in event_codes; bit 0 if it has none.
   alter table facts add column event_mask bigint;`,
];

/** Migrates the file to the newest version. Each version is applied in a transaction. */
export async function migrate(connection: DuckDBConnection): Promise<void> {
  await connection.run('create table if not exists meta (version integer not null)');
  const reader = await connection.runAndReadAll('select coalesce(max(version), 0)::integer from meta');
  const current = Number(reader.getRows()[0]?.[0]);
  if (current > versions.length)
    throw new Error(`the facts have version ${current}, but this program supports up to version ${versions.length}`);
  for (const [index, statements] of versions.entries()) {
    if (index < current) continue;
    await connection.run(`begin; ${statements} insert into meta values (${index + 1}); commit;`);
  }
}
