import type { ChannelState, Credential, CredentialKind, DirectoryChanged } from '@tributary/contracts/admin/access';
import type { EntityManager } from 'typeorm';

/** Reads the current state of rows by id, in the form in which it is published. */
export type ReadState<T> = (manager: EntityManager, ids: string[]) => Promise<T[]>;

/** The table whose rows a topic publishes. */
export interface StateSource<T> {
  table: string;
  read: ReadState<T>;
}

const reader =
  <T>(sql: string): ReadState<T> =>
  (manager, ids) =>
    manager.query<T[]>(sql, [ids]);

/** Users with their roles. */
export const readUsers = reader<Credential>(`
  select 'user' as kind, id::text as id, version::float8 as version,
    (select coalesce(json_agg(json_build_object('organisation_id', organisation_id::text, 'role', role) order by id), '[]')
      from user_roles where user_id = users.id) as roles
  from users where id = any($1::bigint[]) order by users.id`);

export const readApiTokens = reader<Credential>(`
  select 'api_token' as kind, id::text as id, version::float8 as version, token_sha256,
    user_id::text as user_id, expiration_date::float8 as expiration_date
  from api_tokens where id = any($1::bigint[]) order by api_tokens.id`);

export const readMessageAuthenticationKeys = reader<Credential>(`
  select 'message_authentication_key' as kind, id::text as id, version::float8 as version,
    key_id, sealed_secret, user_id::text as user_id,
    (extract(epoch from expiration_ts) * 1000)::float8 as expiration_date
  from message_authentication_keys where id = any($1::bigint[]) order by message_authentication_keys.id`);

export const readOrganisations = reader<DirectoryChanged>(`
  select 'organisation' as kind, id::text as id, community_id::text as community_id
  from organisations where id = any($1::bigint[]) order by organisations.id`);

export const readDatamarts = reader<DirectoryChanged>(`
  select 'datamart' as kind, id::text as id, organisation_id::text as organisation_id
  from datamarts where id = any($1::bigint[]) order by datamarts.id`);

/** Channels that have or had selections. One statement: a version and its processings belong together. */
export const readChannels = reader<ChannelState>(`
  select 'channel' as kind, id::text as id, datamart_id::text as datamart_id, version::float8 as version,
    (select coalesce(json_agg(json_build_object('processing_id', processings.id::text, 'legal_basis', legal_basis)
        order by processings.id), '[]')
      from processing_selections join processings on processings.id = processing_id
      where channel_id = channels.id and legal_basis in ('CONSENT', 'LEGITIMATE_INTEREST')) as processings
  from channels where id = any($1::bigint[]) and version is not null order by channels.id`);

/**
 * Users come before their tokens and keys, organisations before their datamarts: a consumer can use each row at once.
 * Channels come before datamarts: an in-process consumer that knows a datamart knows its channels, too.
 */
export const credentialSources: Record<CredentialKind, StateSource<Credential>> = {
  user: { table: 'users', read: readUsers },
  api_token: { table: 'api_tokens', read: readApiTokens },
  message_authentication_key: { table: 'message_authentication_keys', read: readMessageAuthenticationKeys },
};

export const directorySources: Record<DirectoryChanged['kind'], StateSource<DirectoryChanged>> = {
  organisation: { table: 'organisations', read: readOrganisations },
  channel: { table: 'channels', read: readChannels },
  datamart: { table: 'datamarts', read: readDatamarts },
};
