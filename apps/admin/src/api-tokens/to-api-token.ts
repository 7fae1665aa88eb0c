import type { ApiToken } from '@tributary/contracts/admin/api-token';
import type { ApiTokenEntity } from './api-token.entity.js';

/** The token as people read it: without its value. */
export function toApiToken(row: Omit<ApiTokenEntity, 'token_sha256'>): ApiToken {
  const { id, name, created_by, creation_date, expiration_date, limits, last_used_ts, last_characters } = row;
  return {
    id,
    name,
    created_by,
    creation_date,
    expiration_date,
    ...(limits?.role && { role: limits.role }),
    ...(limits?.datamart_ids && { datamart_ids: limits.datamart_ids }),
    ...(last_used_ts != null && { last_used_ts }),
    value: `****${last_characters}`,
  };
}
