/** The workers of plugin versions, the analyzers that are instances of versions, and the channels that they analyze. */
export const analyzerTables = `
  create table plugin_workers (
    id bigint generated always as identity primary key,
    version bigint not null default nextval('access_versions'),
    plugin_version_id bigint not null unique references plugin_versions on delete cascade,
    worker_id text not null unique,
    url text not null,
    token_sha256 text not null unique,
    -- The token before the last rotation.
    previous_token_sha256 text,
    previous_expiration_date bigint,
    last_modified_ts bigint not null,
    check (num_nulls(previous_token_sha256, previous_expiration_date) in (0, 2))
  );
  create index on plugin_workers (previous_token_sha256);
  create table activity_analyzers (
    id bigint generated always as identity primary key,
    version bigint not null default nextval('access_versions'),
    organisation_id bigint not null references organisations,
    name text not null,
    plugin_version_id bigint not null references plugin_versions on delete cascade,
    error_recovery_strategy text not null
  );
  create index on activity_analyzers (organisation_id, id);
  create index on activity_analyzers (plugin_version_id, id);
  -- The properties that have a value of their own.
  create table analyzer_properties (
    analyzer_id bigint not null references activity_analyzers on delete cascade,
    technical_name text not null,
    property_type text not null,
    -- JSON; the sealed value of a secret property stands alone.
    value text,
    sealed_value text,
    primary key (analyzer_id, technical_name),
    check (num_nulls(value, sealed_value) = 1)
  );
  create table configuration_files (
    analyzer_id bigint not null references activity_analyzers on delete cascade,
    technical_name text not null,
    content_type text not null,
    content bytea not null,
    last_modified_ts bigint not null,
    primary key (analyzer_id, technical_name)
  );
  create table analyzer_selections (
    id bigint generated always as identity primary key,
    channel_id bigint not null references channels on delete cascade,
    visit_analyzer_model_id bigint not null,
    execution_order bigint not null,
    creation_ts bigint not null,
    created_by bigint not null,
    constraint analyzer_selections_analyzer foreign key (visit_analyzer_model_id) references activity_analyzers,
    unique (channel_id, visit_analyzer_model_id),
    unique (channel_id, execution_order)
  );
  create index on analyzer_selections (visit_analyzer_model_id);
`;
