import { writeEntities } from '@tributary/database/entities';
import { ConfigError } from '@tributary/runtime/config';
import type { Logger } from '@tributary/runtime/logger';
import type { DataSource, EntityManager } from 'typeorm';
import { insertApiToken } from '../api-tokens/insert-api-token.js';
import { AccessEvents } from '../access-events/access-events.js';
import { expirationAfter, type Lifetime } from '../token-lifetime.js';

/** Name of the token in the API's list of its owner's tokens. */
const tokenName = 'made by make-token';

interface TokenRequest {
  /** Id or e-mail of a community admin; undefined for the first one. */
  user: string | undefined;
  lifetime: Lifetime;
}

/**
 * Creates a token for a community admin, who can do everything else through the API. Needed if every token has expired or
 * is lost. It requires write access to the database and writes a warning to the log. Running gateways accept the token at
 * once.
 */
export async function makeToken(
  dataSource: DataSource,
  { user, lifetime }: TokenRequest,
  logger: Logger,
): Promise<string> {
  const { token, user_id } = await writeEntities(dataSource, async (manager) => {
    const admin = await findCommunityAdmin(manager, user);
    // The operator is not a user of the API.
    const rights = { created_by: admin.id, limits: null };
    const creation_date = Date.now();
    const expiration_date = expirationAfter(creation_date, lifetime);
    const request = { user_id: admin.id, name: tokenName, creation_date, expiration_date, ...rights };
    return { user_id: admin.id, token: await insertApiToken(manager, new AccessEvents(manager), request) };
  });
  const { id: api_token_id, expiration_date } = token;
  logger.warn({ user_id, api_token_id, expiration_date }, 'an API token was created from the command line');
  return token.value;
}

async function findCommunityAdmin(manager: EntityManager, user: string | undefined): Promise<{ id: string }> {
  const admins = await manager.query<{ id: string; email: string }[]>(
    `select id, email from users
     where exists (select from user_roles where user_id = users.id and role = 'COMMUNITY_ADMIN') order by id`,
  );
  const matches = ({ id, email }: { id: string; email: string }) =>
    user === undefined || id === user || email.toLowerCase() === user.toLowerCase();
  const admin = admins.find(matches);
  if (admin) return admin;
  if (user === undefined) throw new ConfigError('there is no community admin');
  const known = admins.map(({ id, email }) => `${id} (${email})`).join(', ') || 'none';
  throw new ConfigError(`"${user}" is not a community admin; there are: ${known}`);
}
