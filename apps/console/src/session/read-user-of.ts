import { getConnectedUser } from '@tributary/client/generated/sdk.gen';
import type { GetConnectedUserResponse } from '@tributary/client/generated/types.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { mayBeToken } from './token-link.js';

/** Whose token it is. It reaches the server only, and the session of the tab stays as it is. */
export async function readUserOf(token: string): Promise<GetConnectedUserResponse> {
  if (!mayBeToken(token)) throw new RequestFailure('a token has visible ASCII characters only', { status: 401 });
  const { data } = await getConnectedUser({ headers: { Authorization: token } });
  return data;
}

export const isWrongToken = (failure: unknown): failure is RequestFailure =>
  failure instanceof RequestFailure && failure.status === 401;
