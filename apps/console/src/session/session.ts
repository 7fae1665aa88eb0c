import { client } from '@tributary/client/generated/client.gen';
import { RequestFailure, connectClient } from '@tributary/client/connect-client';
import { useSyncExternalStore } from 'react';
import { basePath } from '../served-page.js';
import { browserSession, endBrowserSession } from './browser-session.js';
import { forgetUser, lastUser } from './last-user.js';
import { saySignedOut } from './other-tabs.js';
import { currentTabToken, forgetTabToken, keepTabToken, revokeTabToken, type TabToken } from './tab-token.js';
import type { KnownSessions } from './token-link.js';

/**
 * sessionStorage ends with the tab, and localStorage outlives it: a new tab asks the others for their token. With a provider it uses
 * the session of the browser instead.
 */
const key = 'tributary.token';
/** Why the last session ended, shown where a token is asked for. */
let endedBecause: string | undefined;
/** Whether the server has ended the session in mid-use. The page stays, below a dialog that asks for a token. */
let interrupted = false;
/** Re-render listeners. */
const views = new Set<() => void>();
/** Listeners that clear per-user caches: another session must not see what was read or kept for the user. */
const owners = new Set<() => void>();
/** Requests that are sent when the interrupted session goes on. */
let waiting: PromiseWithResolvers<string> | undefined;

export const currentToken = (): string | undefined => sessionStorage.getItem(key) ?? undefined;
export const reasonOfEnd = (): string | undefined => endedBecause;

export function signIn(token: string): void {
  const tabToken = currentTabToken();
  if (tabToken && tabToken.value !== token) {
    // Nothing uses the token of the session before any more, and no sign-out would revoke it.
    forgetTabToken();
    void revokeTabToken(apiUrl, tabToken);
  }
  sessionStorage.setItem(key, token);
  endSession(undefined);
}

/** The tab uses the session of the browser. */
export const beginBrowserSession = (): void => sessionStorage.setItem(key, browserSession);

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
  if (reason === undefined) forgetUser();
  endSession(reason);
  if (tabToken) void revokeTabToken(apiUrl, tabToken).then((isRevoked) => isRevoked || endSession(notRevoked));
}

/** Signs out in all tabs with the same token, or of the session of the browser if this tab uses it. */
export function signOutByUser(): void {
  const token = tokenOfTab();
  const usesBrowserSession = currentToken() === browserSession;
  signOut();
  if (token !== undefined) saySignedOut(token);
  if (usesBrowserSession) void endBrowserSession().then((hasEnded) => hasEnded || endSession(notEnded));
}

const notEnded = 'The server does not answer, so your session goes on. Sign in and out again.';
const notRevoked = 'The token of this tab could not be revoked. Revoke it on the page Access, under API tokens.';

/** Clears the state of the last user. Answers and waiting requests are not for the next one. */
function endSession(reason: string | undefined): void {
  endedBecause = reason;
  interrupted = false;
  waiting?.reject(new DOMException('the session has ended', 'AbortError'));
  waiting = undefined;
  owners.forEach((listener) => listener());
  views.forEach((listener) => listener());
}

/** The server no longer accepts the token. What is on the page, also what was typed in, stays for the same user. */
export function interruptSession(reason: string): void {
  forgetTabToken();
  sessionStorage.removeItem(key);
  endedBecause = reason;
  interrupted = true;
  views.forEach((listener) => listener());
}

/** Goes on with a token of the same user. */
export function resumeSession(token: string): void {
  sessionStorage.setItem(key, token);
  endedBecause = undefined;
  interrupted = false;
  waiting?.resolve(token);
  waiting = undefined;
  views.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  views.add(listener);
  return () => void views.delete(listener);
};

/** @param listener called when another session begins or this one ends, but not when it is interrupted */
export const onSessionChange = (listener: () => void): void => void owners.add(listener);

export const isInterrupted = (): boolean => interrupted;
export const knownSessions = (): KnownSessions => ({
  token: currentToken(),
  isInterrupted: interrupted,
  lastUser: lastUser(),
});
export const useToken = (): string | undefined => useSyncExternalStore(subscribe, currentToken);
export const useIsInterrupted = (): boolean => useSyncExternalStore(subscribe, isInterrupted);

/** Undefined where a cookie authenticates. Waits while the session is interrupted. @throws AbortError if another session follows */
export function tokenOfRequest(): string | undefined | Promise<string> {
  if (!interrupted) return tokenOfTab();
  waiting ??= Promise.withResolvers();
  return waiting.promise;
}

/** Undefined where a cookie authenticates. */
export function tokenOfTab(): string | undefined {
  const token = currentToken();
  return token === browserSession ? undefined : token;
}

/** The address of the API, without a slash at its end. */
export const apiUrl = new URL(`${basePath}v1`, window.location.origin).href;

connectClient(client, { baseUrl: apiUrl, token: tokenOfRequest });

/** Whether the server no longer accepts the token of this session. */
export const endsSession = (failure: unknown): failure is RequestFailure =>
  failure instanceof RequestFailure && failure.status === 401 && currentToken() !== undefined;
