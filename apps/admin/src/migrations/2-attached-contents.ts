import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A dashboard may have the content of another one of its organisation. */
export class AttachedContents1795800000002 implements MigrationInterface {
  name = 'AttachedContents1795800000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table dashboards drop constraint dashboards_id_dashboard_content_id_fkey;
      create index dashboards_of_content on dashboards (dashboard_content_id);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
