import type { ApiToken } from '@tributary/contracts/admin/api-token';
import { newTokenValue } from '@tributary/contracts/admin/token-value';
import type { EntityManager } from 'typeorm';
import { storedTokenFields } from './token-digest.js';
import type { AccessEvents } from '../access-events/access-events.js';
import { readApiTokens } from '../access-events/access-state.js';
import { expirationAfter, type Lifetime } from '../token-lifetime.js';
import { ApiTokenEntity } from './api-token.entity.js';

export interface NewApiToken {
  user_id: string;
  /** See `findCreator`. */
  created_by: string;
  name: string;
  lifetime: Lifetime;
}

/** Creates a token and publishes it to the gateways. The full value exists only in the return value. */
export async function insertApiToken(
  manager: EntityManager,
  events: AccessEvents,
  { lifetime, ...owner }: NewApiToken,
): Promise<ApiToken & { value: string }> {
  const value = newTokenValue();
  const creation_date = Date.now();
  const expiration_date = expirationAfter(creation_date, lifetime);
  const row = { ...owner, ...storedTokenFields(value), creation_date, expiration_date };
  const { id, name, created_by } = await manager.save(ApiTokenEntity, row);
  await events.credentialsCreated(await readApiTokens(manager, [id]));
  return { id, name, created_by, creation_date, expiration_date, value };
}
