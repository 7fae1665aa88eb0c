import type { Caller } from '@tributary/contracts/admin/access';
import { ApiError } from '@tributary/contracts/errors';
import type { EntityManager } from 'typeorm';

/**
 * The user who counts as the creator of a new token or key. If a user creates its own, that is the creator of the token that
 * it uses: the user who has made that token may hold it, too. Requires the lock of the user: a promotion that has revoked the
 * token is visible here, although the gateway has accepted it.
 *
 * @param user_id the user of the new token or key
 * @throws TOKEN_ERROR
 */
export async function findCreator(manager: EntityManager, caller: Caller, user_id: string): Promise<string> {
  if (caller.user_id !== user_id || caller.token_id === undefined) return caller.user_id;
  const [used] = await manager.query<{ created_by: string }[]>(
    'select created_by from api_tokens where id = $1 and user_id = $2',
    [caller.token_id, user_id],
  );
  if (!used) throw new ApiError('TOKEN_ERROR', 'the API token is revoked');
  return used.created_by;
}
