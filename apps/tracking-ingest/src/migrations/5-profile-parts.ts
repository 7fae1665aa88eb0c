import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Large profiles are stored in parts, so that a small write to one does not read and write all of it. */
export class ProfileParts1796200000005 implements MigrationInterface {
  name = 'ProfileParts1796200000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Null: the profile is whole, in its row. Else the sizes of its parts, and their newest time (see profile-parts.ts).
      alter table user_profiles add column parts json;
      -- The properties of a profile whose names have a hash from first_hash up to that of the next part.
      create table user_profile_parts (
        datamart_id bigint not null,
        user_point_id uuid not null,
        compartment_id text not null,
        user_account_id text not null,
        first_hash bigint not null,
        properties json not null,
        -- as the children in the versions of a whole profile
        versions json not null,
        primary key (datamart_id, user_point_id, compartment_id, user_account_id, first_hash)
      );
      -- One row. Epoch milliseconds since when large profiles are stored in parts: processes of the version before cannot
      -- read them, and may run for a week. A new platform has none.
      create table profile_parts_since (since_ts bigint not null);
      insert into profile_parts_since
        select case when exists (select from user_profiles)
          then (extract(epoch from clock_timestamp()) + 7 * 86400) * 1000 else 0 end;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
