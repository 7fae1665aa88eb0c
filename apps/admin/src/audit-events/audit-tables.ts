import type { ProtectedSchema } from '@tributary/database/data-source';

/**
 * The tables of the audit. Admin may read them and insert; only these functions remove or change anything, and what they
 * do is not for the caller to choose. deploy/postgres/roles.sh has the same statements.
 */
export const auditSchema: ProtectedSchema = {
  name: 'audit',
  statements: `
create schema if not exists audit;
create table if not exists audit.events (
  id uuid not null,
  ts bigint not null,
  organisation_id bigint,
  community_id bigint,
  user_id text not null,
  credential_id text not null,
  credential_kind text not null,
  action text not null,
  resource text not null,
  resource_id text not null,
  changes jsonb,
  request_id text not null,
  address text,
  count integer,
  primary key (ts, id)
) partition by range (ts);
alter table audit.events add column if not exists purpose text;
create index if not exists events_of_organisation on audit.events (organisation_id, ts, id);
create index if not exists events_of_community on audit.events (community_id, ts, id) where organisation_id is null;
create index if not exists events_of_users on audit.events (resource_id) where resource = 'user';
create table if not exists audit.events_other partition of audit.events default;

-- Retention: creates the partitions of the next months, and drops those that ended 13 months ago.
create or replace function audit.keep() returns void language plpgsql security definer set search_path = pg_catalog as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'UTC');
  oldest timestamp := (now() at time zone 'UTC') - interval '13 months';
  month timestamp;
  first_ts bigint;
  end_ts bigint;
  part text;
begin
  perform pg_advisory_xact_lock(1635083369);
  for month in select generate_series(this_month - interval '1 month', this_month + interval '2 months', '1 month') loop
    part := 'events_' || to_char(month, 'YYYYMM');
    first_ts := extract(epoch from month) * 1000;
    end_ts := extract(epoch from month + interval '1 month') * 1000;
    if to_regclass('audit.' || part) is null
        and not exists (select from audit.events_other where ts >= first_ts and ts < end_ts) then
      execute format('create table audit.%I partition of audit.events for values from (%s) to (%s)', part, first_ts, end_ts);
    end if;
  end loop;
  for part in select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'audit.events'::regclass and relname ~ '^events_[0-9]{6}$'
        and to_timestamp(substr(relname, 8), 'YYYYMM') at time zone current_setting('TimeZone') + interval '1 month' <= oldest loop
    execute format('drop table audit.%I', part);
  end loop;
  delete from audit.events_other where ts < extract(epoch from oldest) * 1000;
end $$;

-- Replaces the personal values of a user that is deleted.
create or replace function audit.forget_user(forgotten bigint) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if exists (select from admin.users where id = forgotten) then
    raise exception 'user % is not deleted', forgotten;
  end if;
  update audit.events set changes = (
    select jsonb_object_agg(key, case when key not in ('first_name', 'last_name', 'email', 'display_name') then value
      else jsonb_build_array(
        case when value -> 0 = 'null' then value -> 0 else to_jsonb('deleted user ' || forgotten) end,
        case when value -> 1 = 'null' then value -> 1 else to_jsonb('deleted user ' || forgotten) end) end)
    from jsonb_each(changes))
  where resource = 'user' and resource_id = forgotten::text and changes is not null;
end $$;

-- Raises the count of a credential's signed reads. It never becomes lower.
create or replace function audit.count_reads(counted uuid, hour_ts bigint, reads integer) returns void
language sql security definer set search_path = pg_catalog as $$
  update audit.events set count = greatest(count, reads) where ts = hour_ts and id = counted and count is not null;
$$;

revoke all on schema audit from public;
revoke all on all functions in schema audit from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'tributary_admin') then
    grant usage on schema audit to tributary_admin;
    grant select, insert on audit.events to tributary_admin;
    grant execute on all functions in schema audit to tributary_admin;
  end if;
end $$;
select audit.keep();
`,
};
