import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identifiers of erased people: what waits and names one is not sent to a plugin any more. */
export class ErasedIdentifiers1795800000003 implements MigrationInterface {
  name = 'ErasedIdentifiers1795800000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Identifiers of erased people, as long as an activity that was accepted before the erasure may be analyzed.
      create table erased_identifiers (
        -- A digest of the datamart and the identifier.
        identifier_id uuid primary key,
        erasure_ts bigint not null
      );
      create index erased_identifiers_by_time on erased_identifiers (erasure_ts);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
