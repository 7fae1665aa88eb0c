import { lingeringOutboxPartitions, outboxTables } from '@tributary/bus/outbox/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The `identifierId` of a row of `user_identifiers`, computed in SQL. The benchmarks fill the table with it. */
export const identifierIdSql = `left(encode(sha256(convert_to(
  datamart_id || '|' || type || ':' || case type when 'USER_ACCOUNT' then to_json(compartment_id) || ':' else '' end || value,
  'UTF8')), 'hex'), 32)::uuid`;

const identity = `
  create table user_points (
    datamart_id bigint not null,
    user_point_id uuid not null,
    creation_ts bigint not null,
    -- The last transaction that took an identifier away from a remaining user point (see lock-user-points.ts).
    last_loss xid8,
    primary key (datamart_id, user_point_id)
  );
  create table user_identifiers (
    datamart_id bigint not null,
    type text not null,
    -- '' except for accounts
    compartment_id text not null,
    value text not null,
    user_point_id uuid not null,
    creation_ts bigint not null,
    -- A digest of the identifier (identifierIdSql): short and compared at once, however long the identifier is.
    identifier_id uuid not null,
    -- The index includes the owner, so finding it reads no row.
    primary key (datamart_id, identifier_id) include (user_point_id)
  );
  create index user_identifiers_by_point on user_identifiers (datamart_id, user_point_id);
  -- Whether a compartment holds accounts.
  create index user_accounts_by_compartment on user_identifiers (datamart_id, compartment_id)
    where type = 'USER_ACCOUNT' and compartment_id <> 'default';
  create table user_point_merges (
    datamart_id bigint not null,
    merged_id uuid not null,
    survivor_id uuid not null,
    merge_ts bigint not null,
    primary key (datamart_id, merged_id)
  );
  create index user_point_merges_by_survivor on user_point_merges (datamart_id, survivor_id);
  -- The identifiers of erased people: activities received before the erasure must not create them again.
  create table erased_identifiers (
    datamart_id bigint not null,
    erasure_ts bigint not null,
    identifier_id uuid not null,
    primary key (datamart_id, identifier_id)
  );
  create index erased_identifiers_by_datamart on erased_identifiers (datamart_id, erasure_ts);
  create index erased_identifiers_by_time on erased_identifiers (erasure_ts);
  -- Every id that an erased person has had, kept for ever: a backfill names them, so that reports drop what they still
  -- have or get of these people. The ids are random, and nothing else about the people is kept.
  create table erased_user_points (
    datamart_id bigint not null,
    user_point_id uuid not null,
    primary key (datamart_id, user_point_id)
  );
`;

const activities = `
  -- One row per activity id stored, refused or dropped within the deduplication window: each id is stored once. The window
  -- starts when an activity is stored, because it may have waited before.
  create table activity_receipts (
    datamart_id bigint not null,
    activity_id uuid not null,
    stored_ts bigint not null,
    -- The end of its analysis, if it had one.
    analysis_id uuid,
    primary key (datamart_id, activity_id)
  );
  create index activity_receipts_by_time on activity_receipts (stored_ts);

  create table activities (
    -- The UTC day of ts; -infinity if ts is outside the retained days (see activity-day.ts).
    day date not null,
    datamart_id bigint not null,
    user_point_id uuid not null,
    ts bigint not null,
    activity_id uuid not null,
    received_ts bigint not null,
    type text not null,
    -- json, not jsonb: the text as sent
    body json not null,
    event_count integer not null default 0
  ) partition by range (day);
  create index activities_by_point on activities (datamart_id, user_point_id, ts desc, activity_id);
  -- Not the default partition: beside one, no other partition can be detached without stopping all writes.
  create table activities_undated partition of activities for values from (minvalue) to ('0001-01-01');
  alter table activities_undated add check (day = '-infinity');
  create index activities_undated_by_arrival on activities_undated (received_ts);
`;

const attachedData = `
  create table user_profiles (
    datamart_id bigint not null,
    user_point_id uuid not null,
    compartment_id text not null,
    -- '' for the profile of a person without account
    user_account_id text not null,
    -- json, not jsonb: numbers as sent. Null: deleted. The row stays as a tombstone for writes that arrive late.
    properties json,
    -- when each property was written or removed (see stored-profile.ts)
    versions json not null,
    creation_ts bigint not null,
    last_modified_ts bigint not null,
    primary key (datamart_id, user_point_id, compartment_id, user_account_id)
  );

  -- The log of all writes of choices. The first row of a processing, in index order, is its current choice: the latest;
  -- of several with that time a refusal; of several of these the one written last.
  create table user_choices (
    datamart_id bigint not null,
    user_point_id uuid not null,
    processing_id text not null,
    choice_ts bigint not null,
    choice_acceptance_value boolean not null,
    write_id bigint generated always as identity,
    -- the custom fields, a JSON object as sent
    custom json not null,
    creation_ts bigint not null
  );
  create unique index user_choices_current on user_choices
    (datamart_id, user_point_id, processing_id, choice_ts desc, choice_acceptance_value, write_id desc);

  create table user_segments (
    datamart_id bigint not null,
    user_point_id uuid not null,
    segment_id text not null,
    -- any JSON value as sent; null: none
    data_bag json,
    creation_ts bigint not null,
    last_modified_ts bigint not null,
    -- null: never
    expiration_ts bigint,
    version bigint not null,
    -- The version of the write that the membership stems from: a merge raises the version, and keeps this one.
    write_version bigint not null,
    primary key (datamart_id, user_point_id, segment_id)
  );
  -- Memberships with an expiration time, for counting and deleting them.
  create index user_segments_by_expiration on user_segments (expiration_ts, datamart_id)
    where expiration_ts is not null;
  -- For deleting those of a segment, and for counting its expired ones.
  create index user_segments_by_segment on user_segments (datamart_id, segment_id, expiration_ts);
  -- Increases with every change of a membership. A version is taken under the lock of the user point.
  create sequence user_segment_versions;

  -- Memberships of these segments with a lower write_version are dead: no read shows them, and a job deletes them. The
  -- rows are kept for ever: a backfill names them, so that reports drop changes that arrive late.
  create table deleted_segments (
    datamart_id bigint not null,
    segment_id text not null,
    version bigint not null,
    request_ts bigint not null,
    -- A transaction that began after the request: those with a lower id may still write dead memberships.
    barrier xid8,
    -- Until then one process deletes them alone, so that others work on other segments.
    lease_ts bigint not null default 0,
    -- Null until the last dead membership is deleted.
    finish_ts bigint,
    primary key (datamart_id, segment_id)
  );
  create index deleted_segments_pending on deleted_segments (version) where finish_ts is null;

  -- The stored memberships of a segment are its last count plus the changes since. A segment without any has no row.
  create table segment_counts (
    datamart_id bigint not null,
    segment_id text not null,
    count bigint not null,
    primary key (datamart_id, segment_id)
  );
  create table segment_count_changes (
    datamart_id bigint not null,
    segment_id text not null,
    change bigint not null
  );
`;

const audienceSegments = `
  create sequence audience_segment_ids;
  create table audience_segments (
    datamart_id bigint not null,
    -- The segment_id of the memberships. Memberships may also have ids that are not registered here. The sequence makes it
    -- unique in all datamarts.
    id bigint not null,
    organisation_id bigint not null,
    name text not null,
    technical_name text,
    short_description text,
    -- milliseconds; 0: never
    default_ttl bigint,
    type text not null check (type = 'USER_LIST'),
    paused boolean not null,
    creation_ts bigint not null,
    primary key (datamart_id, id),
    constraint audience_segments_technical_name unique (datamart_id, technical_name)
  );
  -- For requests that name a segment by its id alone.
  create index audience_segments_by_id on audience_segments (id);
  create index audience_segments_by_organisation on audience_segments (organisation_id, id);
`;

/** The size of a collection is its last count plus the changes since. */
const collections = `
  create table collection_counts (
    datamart_id bigint not null,
    collection text not null,
    -- The partition of activities and their events, which are dropped by day; -infinity for other collections.
    day date not null,
    count bigint not null,
    primary key (datamart_id, collection, day)
  );
  create table collection_changes (
    datamart_id bigint not null,
    collection text not null,
    day date not null,
    change bigint not null
  );
  create table collection_countings (
    datamart_id bigint primary key,
    counting_ts bigint not null
  );
`;

const imports = `
  -- The batches of lines that were applied.
  create table import_batches (
    datamart_id bigint not null,
    execution_id text not null,
    chunk integer not null,
    batch integer not null,
    total_success integer,
    -- Activities that a choice of their people refused. They are successes.
    total_refused_by_choice integer,
    -- The failed lines, so that a redelivered batch gets the same answer.
    failures json,
    applied_ts bigint not null,
    primary key (datamart_id, execution_id, chunk, batch)
  );
  create index import_batches_by_time on import_batches (applied_ts);
`;

/** The registered compartments. Accounts may be in others. */
const compartments = `
  create table compartments (
    datamart_id bigint not null,
    compartment_id text collate "C" not null,
    name text not null,
    archived boolean not null,
    creation_ts bigint not null,
    primary key (datamart_id, compartment_id)
  );
`;

const backfill = `
  create table backfill_requests (
    request_id text primary key,
    next_page integer not null,
    -- How many messages to reports its pages have published.
    messages integer not null default 0
  );
`;

/** Accepted activities and their outcomes, by hour and datamart (ADR 0023). */
const reconciliation = `
  -- Activities with an outcome here. A row per partition of the topic, so that no transaction waits for another's row.
  create table activity_counts (
    datamart_id bigint not null,
    -- The hour in which the gateway received them: epoch milliseconds of its start.
    hour_ts bigint not null,
    -- Negative on the in-process bus, which has no partitions.
    partition integer not null,
    stored bigint not null,
    duplicate bigint not null,
    -- Their people were erased after they came in.
    erased bigint not null,
    -- A choice of their people refused them.
    refused_by_choice bigint not null,
    -- An activity analyzer dropped them.
    dropped bigint not null,
    -- Their activity analyzer failed, and is configured to drop.
    dropped_on_error bigint not null,
    primary key (datamart_id, hour_ts, partition)
  ) with (fillfactor = 50);
  create index activity_counts_by_hour on activity_counts (hour_ts);
  -- The position up to which each partition was counted: a redelivered message is not counted again.
  create table counted_partitions (
    partition integer primary key,
    next_offset bigint not null,
    -- Messages of a bundle share an offset. Behind a whole record it is 0.
    next_part integer not null,
    newest_ts bigint not null
  ) with (fillfactor = 50);
  -- Activities that became dead letters.
  create table rejected_activities (
    datamart_id bigint not null,
    hour_ts bigint not null,
    -- Partition and offset; on the in-process bus id and time.
    record_position text not null,
    primary key (datamart_id, hour_ts, record_position)
  );
  create index rejected_activities_by_hour on rejected_activities (hour_ts);
  -- The highest counts that each run of a gateway reported.
  create table accepted_counts (
    datamart_id bigint not null,
    hour_ts bigint not null,
    instance text not null,
    accepted bigint not null,
    uncertain bigint not null,
    primary key (datamart_id, hour_ts, instance)
  ) with (fillfactor = 50);
  create index accepted_counts_by_hour on accepted_counts (hour_ts);
  create view activity_reconciliation as
    select hour_ts, datamart_id, sum(accepted) as accepted, sum(uncertain) as uncertain, sum(stored) as stored,
      sum(duplicate) as duplicate, sum(erased) as erased, sum(refused_by_choice) as refused_by_choice,
      sum(dropped) as dropped, sum(dropped_on_error) as dropped_on_error, sum(rejected) as rejected,
      sum(accepted - stored - duplicate - erased - refused_by_choice - dropped - dropped_on_error - rejected)
        as difference
    from (
      select hour_ts, datamart_id, accepted, uncertain, 0 as stored, 0 as duplicate, 0 as erased,
          0 as refused_by_choice, 0 as dropped, 0 as dropped_on_error, 0 as rejected
        from accepted_counts
      union all select hour_ts, datamart_id, 0, 0, stored, duplicate, erased, refused_by_choice, dropped,
          dropped_on_error, 0
        from activity_counts
      union all select hour_ts, datamart_id, 0, 0, 0, 0, 0, 0, 0, 0, 1 from rejected_activities) counted
    group by hour_ts, datamart_id;
`;

export class Baseline1763700000001 implements MigrationInterface {
  name = 'Baseline1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    const tables = [
      identity,
      activities,
      attachedData,
      audienceSegments,
      collections,
      imports,
      compartments,
      backfill,
      reconciliation,
    ];
    for (const statements of [...tables, outboxTables, lingeringOutboxPartitions]) await runner.query(statements);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
