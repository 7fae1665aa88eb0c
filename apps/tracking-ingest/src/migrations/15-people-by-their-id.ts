import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Plans that were made while `user_identifiers` was empty, and that connections keep until its first analysis, looked up an
 * identifier in this index by its datamart alone. Now that it begins with the person, it cannot be used so.
 */
export class PeopleByTheirId1796900000015 implements MigrationInterface {
  name = 'PeopleByTheirId1796900000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index user_identifiers_of_point on user_identifiers (user_point_id, datamart_id);
      drop index user_identifiers_by_point;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
