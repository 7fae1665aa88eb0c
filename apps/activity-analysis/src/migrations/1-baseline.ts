import { outboxTables } from '@tributary/bus/outbox/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const queues = `
  -- The activities of one datamart that wait for one analyzer. A transaction that changes which rows of waiting_activities
  -- a queue has, or which of them is the first of its person, locks this row before.
  create table analysis_queues (
    analyzer_id bigint not null,
    datamart_id bigint not null,
    waiting bigint not null,
    primary key (analyzer_id, datamart_id)
  );
  create table waiting_activities (
    datamart_id bigint not null,
    activity_id uuid not null,
    -- Ascending in the order of acceptance for the activities of a person.
    position bigint generated always as identity,
    analyzer_id bigint not null,
    -- A digest of the strongest identifier.
    person_id uuid not null,
    channel_id text not null,
    -- When it may be claimed: since its acceptance, after a delay, or when the claim on it ends. Null if another activity of
    -- the same person and channel is before it in the queue.
    due_time timestamptz,
    -- Of the attempt in progress.
    claim_id uuid,
    -- Completed attempts of this analyzer.
    attempts smallint not null default 0,
    -- The analyzers after this one; null until the analysis begins.
    next_analyzers bigint[],
    -- The first analyzer that failed.
    error_analyzer_id bigint,
    received_ts bigint not null,
    -- Its acceptance by the clock of this database.
    accepted_time timestamptz not null,
    traceparent text,
    identifiers text not null,
    body text not null,
    primary key (datamart_id, activity_id)
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
  create index waiting_activities_due on waiting_activities (analyzer_id, datamart_id, due_time, position)
    where due_time is not null;
  create index waiting_activities_behind on waiting_activities (accepted_time) where due_time is null;
  create index waiting_activities_retried on waiting_activities (due_time) where attempts > 0 and claim_id is null;
  create index waiting_activities_by_person on waiting_activities (person_id, analyzer_id, channel_id, position);
  -- The position in the topic up to which activities were taken, by partition.
  create table taken_partitions (
    partition integer primary key,
    next_offset bigint not null,
    next_part integer not null,
    newest_ts bigint not null
  );
  -- The ids of dropped activities, as long as a resend must be recognised.
  create table dropped_activities (
    datamart_id bigint not null,
    activity_id uuid not null,
    dropped_time timestamptz not null default now(),
    primary key (datamart_id, activity_id)
  );
  create index dropped_activities_by_time on dropped_activities (dropped_time);
`;

const permits = `
  -- When the next call is due (GCRA's theoretical arrival time), epoch milliseconds of this database's clock.
  create table throttle_states (
    throttling_id text not null,
    -- The datamart or organisation that is limited, '' for all.
    throttling_key text not null,
    arrival_ms double precision not null,
    primary key (throttling_id, throttling_key)
  );
  -- Calls in progress that a throttling counts. The permit of a process that was killed ends by itself.
  create table permits (
    claim_id uuid not null,
    throttling_id text not null,
    throttling_key text not null,
    expiration_time timestamptz not null,
    primary key (claim_id, throttling_id)
  );
  create index permits_by_throttling on permits (throttling_id, throttling_key, expiration_time);
`;

const failures = `
  create table analysis_failures (
    id bigint generated always as identity primary key,
    analyzer_id bigint not null,
    activity_id uuid not null,
    ts bigint not null,
    class text not null,
    -- Of HTTP, if the plugin has answered.
    status smallint,
    attempts smallint not null
  );
  create index analysis_failures_by_analyzer on analysis_failures (analyzer_id, id);
  create index analysis_failures_by_time on analysis_failures (ts);
`;

export class Baseline1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [queues, permits, failures, outboxTables]) await runner.query(statements);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
