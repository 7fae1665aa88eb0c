const maxLength = 2_000;

/**
 * The address after a sign-in. Only a path of the gateway: else a link to the sign-in could lead to a page that looks like ours.
 *
 * @param wanted the parameter `return_to`, a path with its query and fragment; anything else is the first page
 */
export function returnAddress(wanted: unknown, origin: string): string {
  const first = `${origin}/`;
  // A browser reads a backslash as a slash, and leaves out control characters.
  if (typeof wanted !== 'string' || wanted.length > maxLength || !/^\/[\x21-\x5b\x5d-\x7e]*$/.test(wanted))
    return first;
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : undefined;
  if (url?.origin !== origin || url.pathname.startsWith('//') || /^\/auth(\/|$)/i.test(url.pathname)) return first;
  return url.href;
}
