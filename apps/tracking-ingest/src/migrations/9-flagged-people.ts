import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People of the days before the upgrade. */
export const gainedBefore = `
  insert into gains (datamart_id, user_point_id, ts, cause, cause_id, accounts, emails, agents, merges, size)
  select datamart_id, user_point_id, max(ts), 'UNKNOWN', '', bool_or(type = 'USER_ACCOUNT'), bool_or(type = 'USER_EMAIL'),
    bool_or(type = 'USER_AGENT'), bool_or(type = ''), 100
  from (
    select datamart_id, user_point_id, creation_ts as ts, type from user_identifiers
    union all
    select datamart_id, survivor_id, merge_ts, '' from user_point_merges) gained
  where ts > extract(epoch from now()) * 1000 - 14 * 86400000
  group by 1, 2 having count(*) > 1
`;

/** The sources of identifiers and merges of late, and the people who have gained more than the rules of the datamart allow. */
export class FlaggedPeople1796500000009 implements MigrationInterface {
  name = 'FlaggedPeople1796500000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A row for each activity, line or request that added identifiers to a person, or joined people; none for the first
      -- identifier of a new person. Kept for the longest time of a rule.
      create table gains (
        datamart_id bigint not null,
        gain_id bigint generated always as identity,
        -- as of then: it may have been merged since
        user_point_id uuid not null,
        ts bigint not null,
        cause text not null,
        cause_id text not null,
        -- whether it added an account, an e-mail, an agent, or joined people
        accounts boolean not null,
        emails boolean not null,
        agents boolean not null,
        merges boolean not null,
        -- the most identifiers that the person had then
        size int not null,
        is_judged boolean not null default false,
        primary key (datamart_id, gain_id)
      );
      create index gains_by_point on gains (datamart_id, user_point_id, ts);
      create index gains_unjudged on gains (ts) where not is_judged;
      create index gains_by_time on gains (ts);
      create table flagged_people (
        datamart_id bigint not null,
        user_point_id uuid not null,
        flagged_ts bigint not null,
        -- when no rule holds any more, unless the person gains more
        until_ts bigint not null,
        judged_ts bigint not null,
        primary key (datamart_id, user_point_id)
      );
      create index flagged_people_newest on flagged_people (datamart_id, flagged_ts, user_point_id);
      create index flagged_people_judged on flagged_people (judged_ts);
      -- The rules that all people of a datamart were judged by; without a row: the default ones.
      create table judged_rules (
        datamart_id bigint primary key,
        -- the numbers as text
        rules text not null,
        -- null: all people are judged by them
        judged_to uuid
      );
      create index user_point_merges_by_time on user_point_merges (datamart_id, survivor_id, merge_ts);
    `);
    await runner.query(gainedBefore);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
