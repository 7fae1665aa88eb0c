import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Activities that gateways have refused, until they are repaired or expire. */
export class RefusedActivities1796300000006 implements MigrationInterface {
  name = 'RefusedActivities1796300000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table refused_activities (
        datamart_id bigint not null,
        id uuid not null,
        received_ts bigint not null,
        -- the order of arrival within a millisecond
        arrival bigint generated always as identity,
        expires_ts bigint not null,
        error_code text not null,
        error text not null,
        error_id text not null,
        -- JSON: with the restrictions under which a retry acts
        credential json not null,
        -- <kind>/<id> of it
        sender text not null,
        is_public boolean not null,
        is_analyzed boolean not null,
        body text not null,
        is_cut boolean not null,
        bytes int not null,
        -- keyed hashes, as in kept_erasures, of all that the whole body names
        identifier_macs uuid[] not null,
        primary key (datamart_id, id)
      );
      create index refused_activities_newest on refused_activities (datamart_id, received_ts, arrival);
      create index refused_activities_expired on refused_activities (expires_ts);
      -- Refusals that left because of the limits, since ever.
      create table refusal_counts (
        datamart_id bigint primary key,
        dropped bigint not null
      );
      -- The last message of each run of a gateway that is stored.
      create table refusal_sources (
        datamart_id bigint not null,
        instance text not null,
        last_number bigint not null,
        updated_ts bigint not null,
        primary key (datamart_id, instance)
      );
      create index refusal_sources_updated on refusal_sources (updated_ts);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
