import type { ApiToken } from '@tributary/contracts/api-token';
import { newTokenValue } from '@tributary/contracts/token-value';
import type { EntityManager } from 'typeorm';
import { keptOfToken } from '../api-token.js';
import type { News } from '../news.js';
import { readApiTokens } from '../read-access.js';
import { expirationAfter, type Lifetime } from '../token-lifetime.js';
import { ApiTokenEntity } from './api-token.entity.js';

/** Makes a token and tells the gateways of it. The one place that ever has its whole value. */
export async function insertApiToken(
  manager: EntityManager,
  news: News,
  { user_id, name, lifetime }: { user_id: string; name: string; lifetime: Lifetime },
): Promise<ApiToken & { value: string }> {
  const value = newTokenValue();
  const creation_date = Date.now();
  const expiration_date = expirationAfter(creation_date, lifetime);
  const row = { user_id, name, ...keptOfToken(value), creation_date, expiration_date };
  const { id } = await manager.save(ApiTokenEntity, row);
  await news.credentials(await readApiTokens(manager, [id]));
  return { id, name, creation_date, expiration_date, value };
}
