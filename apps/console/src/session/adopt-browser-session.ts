import { getConnectedUser } from '@tributary/client/generated/sdk.gen';
import type { QueryClient } from '@tanstack/react-query';
import { signInProvider } from './browser-session.js';
import { connectedUserOptions } from './connected-user.js';
import { beginBrowserSession, currentToken } from './session.js';

/** A tab without a token uses the session of the browser, if there is one. */
export async function adoptBrowserSession(queries: QueryClient): Promise<void> {
  if (signInProvider === undefined || currentToken() !== undefined) return;
  // Without a session the sign-in page follows. A server that does not answer shows there, too.
  const answer = await getConnectedUser().catch(() => undefined);
  if (!answer) return;
  beginBrowserSession();
  queries.setQueryData(connectedUserOptions().queryKey, answer.data);
}
