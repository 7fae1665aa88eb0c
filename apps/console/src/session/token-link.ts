/** The token of a link that signs in, `…/#token=…`. The fragment of an address is never sent to a server. */
export function tokenOfFragment(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
  return token !== null && mayBeToken(token.trim()) ? token.trim() : undefined;
}

/** Whether a text can be sent as a token: a header holds visible ASCII characters. */
export const mayBeToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/**
 * Whether the token of a link is refused. It never replaces that of another session: a link from elsewhere could make the user
 * work, without seeing it, in the account of the one who sent it.
 */
export const isRefusedLink = (token: string, current: string | undefined): boolean =>
  current !== undefined && current !== token;
