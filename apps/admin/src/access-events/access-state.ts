import type {
  AnalyzerState,
  ChannelState,
  Credential,
  CredentialKind,
  CredentialLimits,
  DirectoryChanged,
  PluginVersionState,
} from '@tributary/contracts/admin/access';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics/topics';
import { dataFileType } from '@tributary/contracts/admin/plugins/property-value';
import type { EntityManager } from 'typeorm';

/** Reads the current state of rows by id, in the form in which it is published. */
type ReadState<T> = (manager: EntityManager, ids: string[]) => Promise<T[]>;

/** The table whose rows a topic publishes. */
export interface StateSource<T> {
  table: string;
  /** Whether its states have no versions and change: then none may change between its reading and its publication. */
  isLocked?: true;
  read: ReadState<T>;
}

const reader =
  <T>(sql: string): ReadState<T> =>
  (manager, ids) =>
    manager.query<T[]>(sql, [ids]);

/** Users with their roles. */
export const readUsers = reader<Credential>(`
  select 'user' as kind, id::text as id, version::float8 as version, organisation_id::text as organisation_id,
    (select coalesce(json_agg(json_build_object('organisation_id', organisation_id::text, 'role', role) order by id), '[]')
      from user_roles where user_id = users.id) as roles
  from users where id = any($1::bigint[]) order by users.id`);

/** Tokens and keys of full rights have no limits. */
const limitedReader = (sql: string): ReadState<Credential> => {
  const read = reader<Credential & { limits?: CredentialLimits | null }>(sql);
  return async (manager, ids) =>
    (await read(manager, ids)).map(({ limits, ...rest }) => (limits ? { ...rest, limits } : rest));
};

export const readApiTokens = limitedReader(`
  select 'api_token' as kind, id::text as id, version::float8 as version, token_sha256,
    user_id::text as user_id, expiration_date::float8 as expiration_date, limits
  from api_tokens where id = any($1::bigint[]) order by api_tokens.id`);

export const readMessageAuthenticationKeys = limitedReader(`
  select 'message_authentication_key' as kind, id::text as id, version::float8 as version,
    key_id, sealed_secret, user_id::text as user_id,
    (extract(epoch from expiration_ts) * 1000)::float8 as expiration_date, limits, may_merge_accounts
  from message_authentication_keys where id = any($1::bigint[]) order by message_authentication_keys.id`);

export const readOrganisations = reader<DirectoryChanged>(`
  select 'organisation' as kind, id::text as id, community_id::text as community_id
  from organisations where id = any($1::bigint[]) order by organisations.id`);

export const readDatamarts = reader<DirectoryChanged>(`
  select 'datamart' as kind, id::text as id, organisation_id::text as organisation_id,
    time_zone, junk_exceptions, flag_rules
  from datamarts where id = any($1::bigint[]) order by datamarts.id`);

/** Channels that have or had selections, or leave out bots. @returns the option and the given id only where there are any */
const readChannels: ReadState<ChannelState> = async (manager, ids) =>
  (await readChannelRows(manager, ids)).map(({ leaves_out_bots, given_id, ...state }) => ({
    ...state,
    ...(given_id !== null && { given_id }),
    ...(leaves_out_bots && { leaves_out_bots }),
  }));

/** One statement: a version and its selections belong together. */
const readChannelRows = reader<Omit<ChannelState, 'given_id'> & { given_id: string | null }>(`
  select 'channel' as kind, id::text as id, given_id, datamart_id::text as datamart_id, version::float8 as version,
    (select coalesce(json_agg(json_build_object('processing_id', processings.id::text, 'legal_basis', legal_basis)
        order by processings.id), '[]')
      from processing_selections join processings on processings.id = processing_id
      where channel_id = channels.id and legal_basis in ('CONSENT', 'LEGITIMATE_INTEREST')) as processings,
    (select coalesce(json_agg(visit_analyzer_model_id::text order by execution_order), '[]')
      from analyzer_selections where channel_id = channels.id) as analyzers,
    leaves_out_bots
  from channels where id = any($1::bigint[]) and version is not null order by channels.id`);

const readAnalyzers = reader<AnalyzerState>(`
  select 'activity_analyzer' as kind, id::text as id, version::float8 as version, organisation_id::text as organisation_id,
    plugin_version_id::text as plugin_version_id, error_recovery_strategy, false as is_deleted
  from activity_analyzers where id = any($1::bigint[]) order by activity_analyzers.id`);

/** The states of rows as JSON without nulls: absent fields are left out. */
const stateReader =
  <T>(sql: string): ReadState<T> =>
  async (manager, ids) => {
    const rows = await manager.query<{ state: T }[]>(sql, [ids]);
    return rows.map(({ state }) => state);
  };

/** Versions that have or had an analyzer, a worker or a limit. */
const readPluginVersions = stateReader<PluginVersionState>(`
  select json_strip_nulls(json_build_object('kind', 'plugin_version', 'id', id::text, 'version', version,
    'archived', archived, 'max_qps', max_qps,
    'worker', (select json_build_object('url', url, 'worker_id', worker_id, 'token_sha256', token_sha256)
      from plugin_workers where plugin_version_id = plugin_versions.id),
    'throttlings', (select coalesce(json_agg(json_build_object('id', id::text, 'scope', scope,
        'plugin_endpoint', plugin_endpoint, 'throttling_key', throttling_key, 'max_concurrency', max_concurrency,
        'max_qps', max_qps, 'timeout_ms', timeout_ms) order by id), '[]')
      from throttlings where plugin_version_id = plugin_versions.id))) as state
  from plugin_versions where id = any($1::bigint[]) and version is not null order by plugin_versions.id`);

/**
 * The files that the worker of a version may read, as rows of `uri` and `organisation_id`.
 *
 * @param version an expression of SQL
 */
export const dataFilesOfVersion = (version: string) => `
  select distinct coalesce(own.value::jsonb, property -> 'value') ->> 'uri' as uri,
    activity_analyzers.organisation_id::text as organisation_id
  from plugin_versions
    join activity_analyzers on activity_analyzers.plugin_version_id = plugin_versions.id
    cross join lateral jsonb_array_elements(plugin_properties::jsonb) as property
    left join analyzer_properties own on own.analyzer_id = activity_analyzers.id
      and own.technical_name = property ->> 'technical_name' and own.property_type = property ->> 'property_type'
      and (property ->> 'writable')::boolean
  where plugin_versions.id = ${version} and property ->> 'property_type' = '${dataFileType}'`;

/** Workers with the files that properties of their analyzers name: the own value of an analyzer, or that of its version. */
export const readPluginWorkers = stateReader<Credential>(`
  select json_strip_nulls(json_build_object('kind', 'plugin_worker', 'id', id::text, 'version', version,
    'worker_id', worker_id, 'token_sha256', token_sha256,
    'previous', case when previous_token_sha256 is not null then
      json_build_object('token_sha256', previous_token_sha256, 'expiration_date', previous_expiration_date) end,
    'plugin_version_id', plugin_version_id::text,
    'data_files', (select coalesce(json_agg(json_build_object('uri', uri, 'organisation_id', organisation_id)
        order by uri, organisation_id), '[]')
      from (${dataFilesOfVersion('plugin_workers.plugin_version_id')}) as named where uri is not null))) as state
  from plugin_workers where id = any($1::bigint[]) order by plugin_workers.id`);

export const readCollectKeys = stateReader<Credential>(`
  select json_strip_nulls(json_build_object('kind', 'collect_key', 'id', id::text, 'version', version,
    'datamart_id', datamart_id::text, 'key', key, 'channel_id', channel_id, 'allowed_origins', allowed_origins,
    'accepts_profiles', accepts_profiles, 'max_qps', max_qps)) as state
  from collect_keys where id = any($1::bigint[]) order by collect_keys.id`);

export const readSessions = reader<Credential>(`
  select 'session' as kind, id::text as id, version::float8 as version, secret_sha256, user_id::text as user_id,
    expiration_date::float8 as expiration_date, latest_expiration_date::float8 as latest_expiration_date
  from sessions where id = any($1::bigint[]) order by sessions.id`);

/**
 * Users come before their tokens and keys, organisations before their datamarts: a consumer can use each row at once.
 * Channels come before datamarts: an in-process consumer that knows a datamart knows its channels, too. What channels and
 * analyzers refer to comes before them.
 */
export const credentialSources: Record<CredentialKind, StateSource<Credential>> = {
  user: { table: 'users', read: readUsers },
  api_token: { table: 'api_tokens', read: readApiTokens },
  message_authentication_key: { table: 'message_authentication_keys', read: readMessageAuthenticationKeys },
  plugin_worker: { table: 'plugin_workers', read: readPluginWorkers },
  collect_key: { table: 'collect_keys', read: readCollectKeys },
  session: { table: 'sessions', read: readSessions },
};

export const directorySources = {
  organisation: { table: 'organisations', read: readOrganisations },
  plugin_version: { table: 'plugin_versions', read: readPluginVersions },
  activity_analyzer: { table: 'activity_analyzers', read: readAnalyzers },
  channel: { table: 'channels', read: readChannels },
  datamart: { table: 'datamarts', isLocked: true, read: readDatamarts },
} satisfies Record<DirectoryChanged['kind'], StateSource<DirectoryChanged>>;

/** Raised with each field that is added to the entries of a topic: then the next start publishes all of them again. */
const contents: Readonly<Record<string, number>> = {
  // The limits of credentials, the organisation of users.
  [credentialChanged.name]: 1,
  // The time zones of datamarts; their exceptions of the junk list; their rules of flagged people.
  [directoryChanged.name]: 2,
};

export const contentOf = (topic: string): number => contents[topic] ?? 0;
