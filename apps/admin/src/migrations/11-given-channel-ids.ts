import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A channel may have an id that its client gives. The row keeps its number, which other tables and messages refer to. */
export class GivenChannelIds1796600000011 implements MigrationInterface {
  name = 'GivenChannelIds1796600000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table channels
        add column given_id text,
        add column public_id text generated always as (coalesce(given_id, id::text)) stored;
      alter table channels add constraint channels_public_id unique (public_id, datamart_id);
      -- For the ids that the server makes, which skip given ones.
      create index on channels (given_id) where given_id is not null;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
