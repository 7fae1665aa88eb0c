import type { ApiToken } from '@tributary/contracts/admin/api-token';
import { newTokenValue } from '@tributary/contracts/admin/token-value';
import type { EntityManager } from 'typeorm';
import { storedTokenFields } from './token-digest.js';
import type { AccessEvents } from '../access-events/access-events.js';
import { readApiTokens } from '../access-events/access-state.js';
import type { CredentialRights } from '../users/rights-of-new-credential.js';
import { ApiTokenEntity } from './api-token.entity.js';
import { toApiToken } from './to-api-token.js';

interface NewApiToken extends CredentialRights {
  user_id: string;
  name: string;
  creation_date: number;
  expiration_date: number;
}

/** Creates a token and publishes it to the gateways. The full value exists only in the return value. */
export async function insertApiToken(
  manager: EntityManager,
  events: AccessEvents,
  token: NewApiToken,
): Promise<ApiToken & { value: string }> {
  const value = newTokenValue();
  const row = { ...token, ...storedTokenFields(value) };
  const saved = await manager.save(ApiTokenEntity, row);
  await events.credentialsCreated(await readApiTokens(manager, [saved.id]));
  return { ...toApiToken(saved), value };
}
