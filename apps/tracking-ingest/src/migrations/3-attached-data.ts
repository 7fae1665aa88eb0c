import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What hangs on user points: profiles, choices, segments. */
export class AttachedData1763700000003 implements MigrationInterface {
  name = 'AttachedData1763700000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_profiles (
        datamart_id bigint not null,
        user_point_id uuid not null,
        compartment_id text not null,
        -- '' for the profile of a person without account
        user_account_id text not null,
        -- json, not jsonb: numbers as sent. Null: deleted; the row stays so that what comes late finds out that it is
        properties json,
        -- when each property was written or removed (see stored-profile.ts)
        clock json not null,
        creation_ts bigint not null,
        last_modified_ts bigint not null,
        primary key (datamart_id, user_point_id, compartment_id, user_account_id)
      );

      -- Every write of a choice: the log. The first of a processing, in the order of the index, is the current choice:
      -- the latest, then the refusal, then the one written last.
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
        primary key (datamart_id, user_point_id, segment_id)
      );
      -- Memberships that run out, for counting and for cleaning up.
      create index user_segments_by_expiration on user_segments (expiration_ts, datamart_id)
        where expiration_ts is not null;
      -- Grows with every change of a membership; taken under the lock of its user point.
      create sequence user_segment_versions;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
