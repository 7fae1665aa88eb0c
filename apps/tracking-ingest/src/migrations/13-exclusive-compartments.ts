import { captured } from '@tributary/database/audit/capture-changes';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit shows who has switched it. */
const compartments = {
  table: 'compartments',
  columns: ['datamart_id', 'compartment_id', 'name', 'archived', 'exclusive'],
  key: 'compartment_id',
};

/** A person has at most one account of an exclusive compartment. */
export class ExclusiveCompartments1796700000013 implements MigrationInterface {
  name = 'ExclusiveCompartments1796700000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table compartments add column exclusive boolean not null default false;
      create index exclusive_compartments on compartments (datamart_id, compartment_id) where exclusive;
      -- The newest activity or association that named the identifier beside an exclusive account. Null: none while one was.
      alter table user_identifiers
        add column beside_ts bigint, add column beside_association boolean, add column beside_id uuid,
        -- the account, an identifier_id
        add column beside_account uuid,
        -- Of an exclusive account: compartment → [ts, association, id], the newest naming beside one of its accounts.
        add column partners jsonb,
        -- When it moved to its person, with its link. Null: at its creation.
        add column linked_ts bigint;
      ${captured(compartments).replace('create trigger', 'create or replace trigger')}
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
