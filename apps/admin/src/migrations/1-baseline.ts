import { outboxTables } from '@tributary/bus/outbox/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { analyzerTables } from './analyzer-tables.js';

/** Communities ⊃ organisations ⊃ datamarts ⊃ channels. */
const tenants = `
  create table communities (
    id bigint generated always as identity primary key,
    name text not null
  );
  create table organisations (
    id bigint generated always as identity primary key,
    community_id bigint not null references communities,
    name text not null,
    technical_name text not null,
    -- Unique per community only: a conflict must not reveal a name of another community.
    constraint organisations_technical_name unique (community_id, technical_name),
    -- The target of the foreign key of dashboards.
    constraint organisations_of_community unique (id, community_id)
  );
  create table datamarts (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisations,
    name text not null,
    time_zone text not null default 'UTC',
    -- The target of the foreign key of channels.
    constraint datamarts_of_organisation unique (id, organisation_id)
  );
  create index on datamarts (organisation_id);
  create table channels (
    id bigint generated always as identity primary key,
    datamart_id bigint not null,
    organisation_id bigint not null,
    name text not null,
    type text not null check (type in ('SITE', 'MOBILE_APPLICATION', 'CTV')),
    domain text,
    enable_analytics boolean not null,
    token text not null,
    creation_ts bigint not null,
    -- Of its published selections. Null as long as it never had one.
    version bigint,
    foreign key (datamart_id, organisation_id) references datamarts (id, organisation_id)
  );
  create index on channels (datamart_id, id);
  create index on channels (organisation_id, id);
`;

/** The purposes for which a community processes personal data, and the channels that are subject to them. */
const processings = `
  create table processings (
    id bigint generated always as identity primary key,
    community_id bigint not null references communities,
    name text not null,
    purpose text,
    legal_basis text not null,
    technical_name text,
    archived boolean not null,
    creation_ts bigint not null
  );
  create index on processings (community_id, id);
  create table processing_selections (
    id bigint generated always as identity primary key,
    channel_id bigint not null references channels on delete cascade,
    processing_id bigint not null,
    creation_ts bigint not null,
    constraint processing_selections_processing foreign key (processing_id) references processings,
    constraint processing_selections_once unique (channel_id, processing_id)
  );
  create index on processing_selections (processing_id, channel_id);
`;

const users = `
  -- Drawn under the lock of the row: a higher version of a row is a later state of it.
  create sequence access_versions;
  create table users (
    id bigint generated always as identity primary key,
    version bigint not null default nextval('access_versions'),
    organisation_id bigint not null references organisations,
    type text not null default 'PERSON' check (type in ('PERSON', 'SERVICE')),
    first_name text,
    last_name text,
    email text,
    display_name text,
    check (case type when 'PERSON' then num_nulls(first_name, last_name, email) = 0 else display_name is not null end)
  );
  create unique index users_email on users (lower(email));
  create index on users (organisation_id);
  create table user_roles (
    id bigint generated always as identity primary key,
    user_id bigint not null references users on delete cascade,
    organisation_id bigint not null references organisations,
    role text not null check (role in ('READER', 'EDITOR', 'ORGANISATION_ADMIN', 'COMMUNITY_ADMIN')),
    unique (user_id, organisation_id)
  );
  create index on user_roles (organisation_id);
`;

const credentials = `
  create table api_tokens (
    id bigint generated always as identity primary key,
    version bigint not null default nextval('access_versions'),
    user_id bigint not null references users on delete cascade,
    -- No foreign key: the id stays readable when that user is deleted.
    created_by bigint not null,
    name text not null,
    token_sha256 text not null unique,
    last_characters text not null,
    creation_date bigint not null,
    expiration_date bigint not null
  );
  create index on api_tokens (user_id);
  -- All key_ids ever issued: the key_id of a deleted key is not issued again.
  create table key_ids (key_id text primary key);
  create table message_authentication_keys (
    id bigint generated always as identity primary key,
    version bigint not null default nextval('access_versions'),
    user_id bigint not null references users on delete cascade,
    created_by bigint not null,
    key_id text not null unique references key_ids,
    scheme text not null check (scheme = 'HMAC_SHA256'),
    sealed_secret text not null,
    creation_ts timestamptz not null,
    expiration_ts timestamptz not null
  );
  create index on message_authentication_keys (user_id);
  -- The first token, until its value has been printed.
  create table unshown_tokens (api_token_id bigint primary key references api_tokens on delete cascade);
  -- Topics whose republication has started and not ended.
  create table unfinished_republications (topic text primary key);
`;

/** Dashboards with all versions of their content. */
const dashboards = `
  create table dashboards (
    id bigint generated always as identity primary key,
    organisation_id bigint not null,
    community_id bigint not null,
    title text not null,
    scopes text[] not null,
    segment_ids text[] not null,
    builder_ids text[] not null,
    archived boolean not null,
    dashboard_content_id bigint,
    created_ts bigint not null,
    created_by bigint not null,
    last_modified_ts bigint not null,
    last_modified_by bigint not null,
    constraint dashboards_organisation_of_community foreign key (organisation_id, community_id)
      references organisations (id, community_id) on update cascade
  );
  create index dashboards_of_organisation on dashboards (organisation_id, id);
  create table dashboard_contents (
    id bigint generated always as identity primary key,
    organisation_id bigint not null,
    dashboard_id bigint not null references dashboards on delete cascade,
    -- The JSON as sent, byte for byte. It is never searched.
    content text not null,
    created_ts bigint not null,
    created_by bigint not null,
    unique (dashboard_id, id)
  );
  alter table dashboards add foreign key (id, dashboard_content_id) references dashboard_contents (dashboard_id, id);
`;

/** Plugins, their versions, and the throttlings of the versions. */
const plugins = `
  create table plugins (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisations,
    plugin_type text not null,
    group_id text not null,
    artifact_id text not null,
    current_version_id bigint,
    constraint plugins_coordinates unique (organisation_id, group_id, artifact_id)
  );
  create table plugin_versions (
    id bigint generated always as identity primary key,
    plugin_id bigint not null references plugins on delete cascade,
    version_id text not null,
    archived boolean not null,
    max_qps double precision,
    -- JSON. Of a secret property it holds the sealed value.
    plugin_properties text,
    -- Null as long as it never had an analyzer, a worker or a limit: nothing is published about it.
    version bigint,
    constraint plugin_versions_version_id unique (plugin_id, version_id),
    unique (plugin_id, id)
  );
  alter table plugins add foreign key (id, current_version_id) references plugin_versions (plugin_id, id);
  create table throttlings (
    id bigint generated always as identity primary key,
    plugin_version_id bigint not null references plugin_versions on delete cascade,
    scope text not null check (scope in ('GLOBAL', 'CONTAINER', 'DATAMART', 'ORGANISATION')),
    plugin_endpoint text not null,
    throttling_key text,
    max_concurrency integer,
    max_qps double precision,
    timeout_ms integer
  );
  create index throttlings_of_version on throttlings (plugin_version_id, id);
`;

export class Baseline1763700000001 implements MigrationInterface {
  name = 'Baseline1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [
      tenants,
      processings,
      users,
      credentials,
      dashboards,
      plugins,
      analyzerTables,
      outboxTables,
    ])
      await runner.query(statements);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
