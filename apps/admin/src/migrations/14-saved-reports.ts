import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports that users have given names. */
export class SavedReports1796800000014 implements MigrationInterface {
  name = 'SavedReports1796800000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- They go with their user. None is audited: no other user sees them.
      create table saved_reports (
        id bigint generated always as identity primary key,
        datamart_id bigint not null references datamarts on delete cascade,
        user_id bigint not null references users on delete cascade,
        name text not null,
        -- JSON, as it is sent to the reports.
        report text not null,
        display text not null,
        creation_ts bigint not null,
        last_modified_ts bigint not null,
        constraint saved_reports_name unique (user_id, datamart_id, name)
      );
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
