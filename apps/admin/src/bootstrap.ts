import type pg from 'pg';
import { ConfigError } from '@tributary/runtime/config';
import { insertOutbox } from '@tributary/bus/outbox';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics';
import { defaultLifetimeMs, newApiToken, tokenSha256 } from './api-token.js';
import { readCredentials, readDirectory } from './read-access.js';

export interface BootstrapOptions {
  /** The first token's value; absent, one is made. */
  token: string | undefined;
  isProduction: boolean;
  /** Told the token before anything is committed: a token that nobody has seen would lock everybody out for ever. */
  show: (token: string) => void;
}

/**
 * Gives an empty platform its first community, organisation, datamart, admin user (all "1") and token.
 * Returns the token, to be shown once, or undefined when the platform already has users.
 */
export async function bootstrap(
  client: pg.ClientBase,
  { token, isProduction, show }: BootstrapOptions,
): Promise<string | undefined> {
  // Two instances of admin may start at once: one of them bootstraps.
  await client.query(`select pg_advisory_xact_lock(hashtext('admin.bootstrap'))`);
  const { rowCount } = await client.query('select from users limit 1');
  if (rowCount !== 0) return undefined;
  if (isProduction && token === undefined)
    throw new ConfigError(
      'BOOTSTRAP_API_TOKEN is required in production for the first start: it becomes the first API token.',
    );
  const value = token ?? newApiToken();
  await insertFirstUser(client, value);
  await insertOutbox(client, directoryChanged, await readDirectory(client));
  await insertOutbox(client, credentialChanged, await readCredentials(client));
  show(value);
  return value;
}

async function insertFirstUser(client: pg.ClientBase, token: string): Promise<void> {
  const now = Date.now();
  await client.query(
    `with community as (insert into communities (name) values ('Community') returning id),
      organisation as (
        insert into organisations (community_id, name, technical_name)
        select id, 'Organisation', 'organisation' from community returning id),
      datamart as (insert into datamarts (organisation_id, name) select id, 'Datamart' from organisation),
      first_user as (
        insert into users (organisation_id, first_name, last_name, email)
        select id, 'First', 'Admin', 'admin@localhost' from organisation returning id, organisation_id),
      first_role as (
        insert into user_roles (user_id, organisation_id, role)
        select id, organisation_id, 'COMMUNITY_ADMIN' from first_user)
    insert into api_tokens (user_id, name, token_sha256, last_characters, creation_date, expiration_date)
    select id, 'bootstrap', $1, $2, $3, $4 from first_user`,
    [tokenSha256(token), token.slice(-4), now, now + defaultLifetimeMs],
  );
}
