import { newTokenValue } from '@tributary/contracts/token-value';
import { ConfigError } from '@tributary/runtime/config';
import type { EntityManager } from 'typeorm';
import { keptOfToken } from './api-token.js';
import type { AdminSettings } from './config.js';
import { News } from './news.js';
import { readApiTokens, readDatamarts, readOrganisations, readUsers } from './read-access.js';
import { expirationAfter } from './token-lifetime.js';

/** All that the first start makes has this id. */
const firstId = '1';

/**
 * Gives an empty platform its first community, organisation, datamart, admin user (all "1") and token.
 * Returns the token, to be shown once, or undefined when somebody may know a token already.
 */
export async function bootstrap(manager: EntityManager, settings: AdminSettings): Promise<string | undefined> {
  // Two instances of admin may start at once: one of them bootstraps.
  await manager.query(`select pg_advisory_xact_lock(hashtext('admin.bootstrap'))`);
  const [user] = await manager.query<object[]>('select from users limit 1');
  if (user) return renewUnseenToken(manager, settings);
  const value = settings.BOOTSTRAP_API_TOKEN ?? inventToken(settings);
  await insertFirstUser(manager, value, settings);
  const news = new News(manager);
  await news.places([...(await readOrganisations(manager, [firstId])), ...(await readDatamarts(manager, [firstId]))]);
  await news.credentials([...(await readUsers(manager, [firstId])), ...(await readApiTokens(manager, [firstId]))]);
  return value;
}

/** The token has been shown: from now on it is nobody's but its owner's. */
export const forgetUnseen = (manager: EntityManager) => manager.query('delete from unseen_tokens');

function inventToken({ NODE_ENV }: AdminSettings): string {
  if (NODE_ENV === 'production')
    throw new ConfigError(
      'BOOTSTRAP_API_TOKEN is required in production for the first start: it becomes the first API token.',
    );
  return newTokenValue();
}

/** The start that made the token ended before it could show it: without a new value everybody would be locked out. */
async function renewUnseenToken(manager: EntityManager, settings: AdminSettings): Promise<string | undefined> {
  const [unseen] = await manager.query<{ api_token_id: string }[]>('select api_token_id from unseen_tokens for update');
  if (!unseen) return undefined;
  const value = settings.BOOTSTRAP_API_TOKEN ?? newTokenValue();
  const { token_sha256, last_characters } = keptOfToken(value);
  await manager.query('update api_tokens set token_sha256 = $2, last_characters = $3 where id = $1', [
    unseen.api_token_id,
    token_sha256,
    last_characters,
  ]);
  await new News(manager).credentials(await readApiTokens(manager, [unseen.api_token_id]));
  return value;
}

async function insertFirstUser(manager: EntityManager, token: string, settings: AdminSettings): Promise<void> {
  const now = Date.now();
  const { token_sha256, last_characters } = keptOfToken(token);
  const isKnown = settings.BOOTSTRAP_API_TOKEN !== undefined;
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
        insert into api_tokens (user_id, name, token_sha256, last_characters, creation_date, expiration_date)
        select id, 'bootstrap', $1, $2, $3, $4 from first_user returning id)
    insert into unseen_tokens select id from token where not $5`,
    [token_sha256, last_characters, now, expirationAfter(now, settings.API_TOKEN_LIFETIME), isKnown],
  );
}
