import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What identifier-id.ts computes, of a row. */
export const identifierIdSql = `left(encode(sha256(convert_to(
  datamart_id || '|' || type || ':' || case type when 'USER_ACCOUNT' then to_json(compartment_id) || ':' else '' end || value,
  'UTF8')), 'hex'), 32)::uuid`;

/** Identifiers are found by the digest of what they are: short, and compared at once, however long they are. */
export class IdentifierIds1763700000007 implements MigrationInterface {
  name = 'IdentifierIds1763700000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table user_identifiers add column identifier_id uuid;
      update user_identifiers set identifier_id = ${identifierIdSql};
      alter table user_identifiers
        alter column identifier_id set not null,
        drop constraint user_identifiers_pkey,
        -- Whose it is stands in the index: looking that up touches no row.
        add primary key (identifier_id) include (user_point_id);

      alter table erased_identifiers add column identifier_id uuid;
      update erased_identifiers set identifier_id = left(encode(digest, 'hex'), 32)::uuid;
      alter table erased_identifiers drop column digest, add primary key (identifier_id);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
