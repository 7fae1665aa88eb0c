import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far everything has been told again, by request. */
export class FactsRequests1763700000005 implements MigrationInterface {
  name = 'FactsRequests1763700000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table facts_requests (
        request_id text primary key,
        next_page integer not null
      );
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
