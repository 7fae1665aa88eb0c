import type { CredentialChanged, DirectoryChanged } from '@tributary/contracts/access';
import type { EntityManager } from 'typeorm';

/** Reads rows by their ids as the rest of the platform needs them. */
export type ReadAccess<T> = (manager: EntityManager, ids: string[]) => Promise<T[]>;

/** Where what a topic tells is kept. */
export interface AccessSource<T> {
  table: string;
  read: ReadAccess<T>;
}

const reader =
  <T>(sql: string): ReadAccess<T> =>
  (manager, ids) =>
    manager.query<T[]>(sql, [ids]);

/** Users with their roles. */
export const readUsers = reader<CredentialChanged>(`
  select 'user' as kind, id::text as id,
    (select coalesce(json_agg(json_build_object('organisation_id', organisation_id::text, 'role', role) order by id), '[]')
      from user_roles where user_id = users.id) as roles
  from users where id = any($1::bigint[]) order by users.id`);

export const readApiTokens = reader<CredentialChanged>(`
  select 'api_token' as kind, id::text as id, token_sha256, user_id::text as user_id,
    expiration_date::float8 as expiration_date
  from api_tokens where id = any($1::bigint[]) order by api_tokens.id`);

export const readMessageAuthenticationKeys = reader<CredentialChanged>(`
  select 'message_authentication_key' as kind, id::text as id, key_id, sealed_secret, user_id::text as user_id,
    (extract(epoch from expiration_ts) * 1000)::float8 as expiration_date
  from message_authentication_keys where id = any($1::bigint[]) order by message_authentication_keys.id`);

export const readOrganisations = reader<DirectoryChanged>(`
  select 'organisation' as kind, id::text as id, community_id::text as community_id
  from organisations where id = any($1::bigint[]) order by organisations.id`);

export const readDatamarts = reader<DirectoryChanged>(`
  select 'datamart' as kind, id::text as id, organisation_id::text as organisation_id
  from datamarts where id = any($1::bigint[]) order by datamarts.id`);

/** Users come before their tokens and keys, organisations before their datamarts: a reader can use each at once. */
export const credentialSources: AccessSource<CredentialChanged>[] = [
  { table: 'users', read: readUsers },
  { table: 'api_tokens', read: readApiTokens },
  { table: 'message_authentication_keys', read: readMessageAuthenticationKeys },
];

export const directorySources: AccessSource<DirectoryChanged>[] = [
  { table: 'organisations', read: readOrganisations },
  { table: 'datamarts', read: readDatamarts },
];
