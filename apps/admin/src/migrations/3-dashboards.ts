import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Dashboards with every content they have had; plugins with their versions and the throttlings of these. */
export class Dashboards1763700000003 implements MigrationInterface {
  name = 'Dashboards1763700000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(dashboards);
    await runner.query(plugins);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}

const dashboards = `
  alter table organisations add constraint organisations_of_community unique (id, community_id);
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
    -- The JSON as sent, byte for byte; nothing of it is searched.
    content text not null,
    created_ts bigint not null,
    created_by bigint not null,
    unique (dashboard_id, id)
  );
  alter table dashboards add foreign key (id, dashboard_content_id) references dashboard_contents (dashboard_id, id);
`;

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
    timeout_ms integer,
    check (num_nonnulls(max_concurrency, max_qps, timeout_ms) > 0)
  );
  create index throttlings_of_version on throttlings (plugin_version_id, id);
`;
