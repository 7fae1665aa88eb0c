/** The token of a link that signs in, `…/#token=…`. The fragment of an address is never sent to a server. */
export function tokenOfFragment(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
  return token?.trim() || undefined;
}
