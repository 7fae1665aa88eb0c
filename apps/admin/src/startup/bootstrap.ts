import { newTokenValue } from '@tributary/contracts/admin/token-value';
import { ConfigError } from '@tributary/runtime/config';
import type { EntityManager } from 'typeorm';
import { storedTokenFields } from '../api-tokens/token-digest.js';
import type { AdminSettings } from '../config.js';
import { AccessEvents } from '../access-events/access-events.js';
import { readApiTokens, readDatamarts, readOrganisations, readUsers } from '../access-events/access-state.js';
import { expirationAfter } from '../token-lifetime.js';

/** Every row that the first start inserts has this id. */
const firstId = '1';

/**
 * Gives an empty platform its first community, organisation, datamart, admin user (each with the id 1) and token.
 * Returns the token, to be shown once, or undefined if the operator has it already: from an earlier start, or from the
 * environment, where a token that is printed would only get into logs.
 */
export async function bootstrap(
  manager: EntityManager,
  settings: AdminSettings,
  events: AccessEvents,
): Promise<string | undefined> {
  // If two instances of admin start at the same time, only one of them bootstraps.
  await manager.query(`select pg_advisory_xact_lock(hashtext('admin.bootstrap'))`);
  const [user] = await manager.query<object[]>('select from users limit 1');
  if (user) return replaceUnshownToken(manager, settings);
  const value = settings.BOOTSTRAP_API_TOKEN ?? newBootstrapToken(settings);
  await insertFirstUser(manager, value, settings);
  await events.directoryChanged([
    ...(await readOrganisations(manager, [firstId])),
    ...(await readDatamarts(manager, [firstId])),
  ]);
  await events.credentialsCreated([
    ...(await readUsers(manager, [firstId])),
    ...(await readApiTokens(manager, [firstId])),
  ]);
  return unlessGiven(value, settings);
}

/** Call it after the token was shown: later starts keep the token. */
export const markTokenShown = (manager: EntityManager) => manager.query('delete from unshown_tokens');

function newBootstrapToken({ NODE_ENV }: AdminSettings): string {
  if (NODE_ENV === 'production')
    throw new ConfigError(
      'BOOTSTRAP_API_TOKEN is required for the first start in production: it becomes the first API token.',
    );
  return newTokenValue();
}

/** The start that created the token ended before showing it. Without a new value every user would be locked out. */
async function replaceUnshownToken(manager: EntityManager, settings: AdminSettings): Promise<string | undefined> {
  const [unshown] = await manager.query<{ api_token_id: string }[]>(
    'select api_token_id from unshown_tokens for update',
  );
  if (!unshown) return undefined;
  const value = settings.BOOTSTRAP_API_TOKEN ?? newTokenValue();
  const { token_sha256, last_characters } = storedTokenFields(value);
  await manager.query('update api_tokens set token_sha256 = $2, last_characters = $3 where id = $1', [
    unshown.api_token_id,
    token_sha256,
    last_characters,
  ]);
  await new AccessEvents(manager).credentialsChanged('api_token', [unshown.api_token_id]);
  return unlessGiven(value, settings);
}

const unlessGiven = (value: string, { BOOTSTRAP_API_TOKEN: given }: AdminSettings) =>
  given === undefined ? value : undefined;

async function insertFirstUser(manager: EntityManager, token: string, settings: AdminSettings): Promise<void> {
  const now = Date.now();
  const { token_sha256, last_characters } = storedTokenFields(token);
  const isShown = settings.BOOTSTRAP_API_TOKEN !== undefined;
  await manager.query(
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
        select id, organisation_id, 'COMMUNITY_ADMIN' from first_user),
      token as (
        insert into api_tokens (user_id, created_by, name, token_sha256, last_characters, creation_date, expiration_date)
        select id, id, 'bootstrap', $1, $2, $3, $4 from first_user returning id)
    insert into unshown_tokens select id from token where not $5`,
    [token_sha256, last_characters, now, expirationAfter(now, settings.API_TOKEN_LIFETIME), isShown],
  );
}
