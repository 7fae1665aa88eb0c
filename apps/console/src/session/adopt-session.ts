import { getConnectedUser } from '@tributary/client/generated/sdk.gen';
import type { QueryClient } from '@tanstack/react-query';
import { signInProvider } from './browser-session.js';
import { connectedUserOptions } from './connected-user.js';
import { lastUser } from './last-user.js';
import { askOtherTabs } from './other-tabs.js';
import { beginBrowserSession, currentToken, signIn } from './session.js';
import { tokenOfFragment } from './token-link.js';

/** A tab without a token uses that of another tab, or the session of the browser, if there is one. */
export async function adoptSession(queries: QueryClient): Promise<void> {
  if (currentToken() !== undefined) return;
  // Without a user in any tab nothing would answer. A link signs in by itself.
  if (lastUser() !== undefined && tokenOfFragment(window.location.hash) === undefined) {
    const token = await askOtherTabs();
    if (token !== undefined) return signIn(token);
  }
  if (signInProvider === undefined) return;
  // Without a session the sign-in page follows. A server that does not answer shows there, too.
  const answer = await getConnectedUser().catch(() => undefined);
  if (!answer) return;
  beginBrowserSession();
  queries.setQueryData(connectedUserOptions().queryKey, answer.data);
}
