import { client } from '@tributary/client/generated/client.gen';
import { RequestFailure, connectClient } from '@tributary/client/connect-client';
import { useSyncExternalStore } from 'react';
import { basePath } from '../base-path.js';
import { currentTabToken, forgetTabToken, keepTabToken, revokeTabToken, type TabToken } from './tab-token.js';

/** sessionStorage ends with the tab. A cookie would be sent by requests of other sites, and localStorage outlives the tab. */
const key = 'tributary.token';
/** Why the last session ended, shown on the sign-in page. */
let endedBecause: string | undefined;
const listeners = new Set<() => void>();

export const currentToken = (): string | undefined => sessionStorage.getItem(key) ?? undefined;
export const reasonOfEnd = (): string | undefined => endedBecause;

export function signIn(token: string): void {
  const tabToken = currentTabToken();
  if (tabToken && tabToken.value !== token) {
    // Of the session before: nothing uses it any more, and no sign-out would revoke it.
    forgetTabToken();
    void revokeTabToken(apiUrl, tabToken);
  }
  sessionStorage.setItem(key, token);
  endedBecause = undefined;
  listeners.forEach((listener) => listener());
}

/** Goes on with another token of the same user. What was read stays, so the listeners need not know. */
export function switchToTabToken(token: TabToken): void {
  keepTabToken(token);
  sessionStorage.setItem(key, token.value);
}

/** @param reason shown on the sign-in page; none when the user signs out */
export function signOut(reason?: string): void {
  const tabToken = currentTabToken();
  forgetTabToken();
  sessionStorage.removeItem(key);
  endSession(reason);
  if (tabToken) void revokeTabToken(apiUrl, tabToken).then((isRevoked) => isRevoked || endSession(notRevoked));
}

const notRevoked = 'The token of this tab could not be revoked. Revoke it on the page Access, under API tokens.';

function endSession(reason: string | undefined): void {
  endedBecause = reason;
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const onSessionChange = subscribe;

export const useToken = (): string | undefined => useSyncExternalStore(subscribe, currentToken);

/** The address of the API, without a slash at its end. */
export const apiUrl = new URL(`${basePath}v1`, window.location.origin).href;

connectClient(client, { baseUrl: apiUrl, token: currentToken });

/** Whether the server no longer accepts the token of this session. */
export const endsSession = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.status === 401 && currentToken() !== undefined;
