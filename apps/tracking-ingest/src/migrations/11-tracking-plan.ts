import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which events a datamart expects, and which it has got. */
export class TrackingPlan1796500000011 implements MigrationInterface {
  name = 'TrackingPlan1796500000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Locked by each change of a plan, so that changes are published in the order of their commits.
      create table tracking_plans (
        datamart_id bigint primary key,
        -- events and properties whose names found no room, since ever
        overflow_names bigint not null default 0,
        overflow_properties bigint not null default 0
      );
      create table planned_event_types (
        datamart_id bigint not null,
        name text not null,
        description text,
        status text not null,
        schema json,
        on_violation text,
        -- of the type as JSON
        bytes int not null,
        primary key (datamart_id, name)
      );
      create table observed_event_types (
        datamart_id bigint not null,
        name text not null,
        -- whether only public credentials have sent it
        is_public boolean not null,
        first_seen_ts bigint not null,
        last_seen_ts bigint not null,
        channels text[] not null,
        -- how the last event broke its schema, without the value
        last_violation text,
        primary key (datamart_id, name)
      );
      create index observed_event_types_seen on observed_event_types (last_seen_ts);
      create table event_type_days (
        datamart_id bigint not null,
        name text not null,
        -- the start of the day, UTC
        day_ts bigint not null,
        events bigint not null,
        violations bigint not null,
        primary key (datamart_id, name, day_ts)
      );
      create index event_type_days_past on event_type_days (day_ts);
      create table observed_properties (
        datamart_id bigint not null,
        name text not null,
        property text not null,
        -- JSON: counts by type
        types jsonb not null,
        first_seen_ts bigint not null,
        last_seen_ts bigint not null,
        primary key (datamart_id, name, property)
      );
      create index observed_properties_seen on observed_properties (last_seen_ts);
      -- Values that may become examples, with a few of the people who had them.
      create table observed_values (
        datamart_id bigint not null,
        name text not null,
        property text not null,
        -- JSON text
        value text not null,
        user_point_id uuid not null,
        seen_ts bigint not null,
        primary key (datamart_id, name, property, value, user_point_id)
      );
      create index observed_values_of on observed_values (datamart_id, user_point_id);
      create index observed_values_seen on observed_values (seen_ts);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
