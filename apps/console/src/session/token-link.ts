import type { ConnectedUser } from '@tributary/client/generated/types.gen';
import { nameOfUser } from './connected-user.js';

/** The token of a link that signs in, `…/#token=…`. The fragment of an address is never sent to a server. */
export function tokenOfFragment(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
  return token !== null && mayBeToken(token.trim()) ? token.trim() : undefined;
}

/** Whether a text can be sent as a token: a header holds visible ASCII characters. */
export const mayBeToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** The sessions of a browser, as far as a tab knows. */
export interface KnownSessions {
  /** That of the tab. */
  token: string | undefined;
  /** The session of the tab goes on after a sign-in. */
  isInterrupted: boolean;
  /** The id of the user who was signed in last in any tab, unless that user has signed out. */
  lastUser: string | undefined;
}

/**
 * Whether a link signs in only with the consent of the user. Without it a link from elsewhere could make a user, who is signed in
 * here or in another tab, work in the account of the one who sent it.
 */
export const needsConsent = (link: string, { token, isInterrupted, lastUser }: KnownSessions): boolean =>
  token === undefined ? isInterrupted || lastUser !== undefined : token !== link;

/** Whether the token of a link replaces no session of the tab, and is that of the user who was signed in last. */
export const isOfLastUser = ({ id }: { id: string }, { token, isInterrupted, lastUser }: KnownSessions): boolean =>
  token === undefined && !isInterrupted && lastUser === id;

/** Whose token it is, in words. */
export const ownerOfToken = (user: Omit<ConnectedUser, 'type'>) => ({
  name: nameOfUser(user),
  email: user.email,
  organisation: `Organisation ${user.organisation_id}`,
});
