import type { GetConnectedUserResponse } from '@tributary/client/generated/types.gen';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { connectedUserOptions } from './connected-user.js';
import { signIn, signOut } from './session.js';

/** Ends the session of the tab, if it has one, and begins another one at an address. */
export function useNewSession() {
  const queries = useQueryClient();
  const router = useRouter();
  return async (token: string, answer: GetConnectedUserResponse, href: string) => {
    // The page of the last user goes first.
    signOut();
    await router.invalidate();
    signIn(token);
    queries.setQueryData(connectedUserOptions().queryKey, answer);
    await router.navigate({ href, replace: true });
  };
}
