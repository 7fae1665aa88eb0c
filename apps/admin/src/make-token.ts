import { writeEntities } from '@tributary/database/entities';
import { ConfigError } from '@tributary/runtime/config';
import type { Logger } from '@tributary/runtime/logger';
import type { DataSource, EntityManager } from 'typeorm';
import { insertApiToken } from './api-tokens/insert-api-token.js';
import { News } from './news.js';
import type { Lifetime } from './token-lifetime.js';

/** The name by which the token is found in the API's list of its owner's tokens. */
const tokenName = 'made by make-token';

export interface TokenWish {
  /** Id or e-mail of a community admin; undefined for the first one. */
  user: string | undefined;
  lifetime: Lifetime;
}

/**
 * A new token for a community admin, who can do everything else by the API: for when every token has expired or is
 * lost. Whoever may write to the database may do it; the log says that it was done. Running gateways know it at once.
 */
export async function makeToken(
  dataSource: DataSource,
  { user, lifetime }: TokenWish,
  logger: Logger,
): Promise<string> {
  const { token, user_id } = await writeEntities(dataSource, async (manager) => {
    const admin = await findCommunityAdmin(manager, user);
    const wish = { user_id: admin.id, name: tokenName, lifetime };
    return { user_id: admin.id, token: await insertApiToken(manager, new News(manager), wish) };
  });
  const { id: api_token_id, expiration_date } = token;
  logger.warn({ user_id, api_token_id, expiration_date }, 'an API token was made from the command line');
  return token.value;
}

async function findCommunityAdmin(manager: EntityManager, user: string | undefined): Promise<{ id: string }> {
  const admins = await manager.query<{ id: string; email: string }[]>(
    `select id, email from users
     where exists (select from user_roles where user_id = users.id and role = 'COMMUNITY_ADMIN') order by id`,
  );
  const isMeant = ({ id, email }: { id: string; email: string }) =>
    user === undefined || id === user || email.toLowerCase() === user.toLowerCase();
  const admin = admins.find(isMeant);
  if (admin) return admin;
  const known = admins.map(({ id, email }) => `${id} (${email})`).join(', ') || 'none';
  throw new ConfigError(`There is no such community admin; there are: ${known}`);
}
