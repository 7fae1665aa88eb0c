import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why identifiers are one person. What was joined before has no link: its cause is unknown. */
export class IdentityLinks1796500000008 implements MigrationInterface {
  name = 'IdentityLinks1796500000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The link that a new identifier came with, at its creation_ts: an identifier of its person, and the cause (see
      -- link-cause.ts). Null for the first identifier of a person.
      alter table user_identifiers
        add column linked_to uuid, add column link_id uuid, add column link_cause smallint;
      -- The link of a merge, at its merge_ts: one identifier of the survivor, one of the merged user point.
      alter table user_point_merges
        add column linked_from uuid, add column linked_to uuid, add column link_id uuid, add column link_cause smallint;
      -- The same of single batches, until they are added up.
      create table pending_namings (
        datamart_id bigint not null,
        id uuid not null,
        -- sets of identifiers, one after the other, and their sizes
        named uuid[] not null,
        sizes smallint[] not null,
        primary key (datamart_id, id)
      );
      alter table pending_namings alter column named set storage external;
      -- How often identifiers of one person were named together while they were one.
      create table identifiers_together (
        datamart_id bigint not null,
        -- the smallest
        identifier_id uuid not null,
        -- in order
        others uuid[] not null,
        namings bigint not null,
        primary key (datamart_id, identifier_id, others)
      ) with (fillfactor = 80);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
