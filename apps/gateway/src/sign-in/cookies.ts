import type { IncomingHttpHeaders } from 'node:http';

/** A browser sends a cookie with this prefix only to the host that has set it, over TLS. */
const hostPrefix = '__Host-';

/** The value of the cookie; undefined if the request has none. */
export function readCookie({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of cookie.split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
}

/** Names of the cookies of a request that begin with a text. */
export const cookieNames = ({ cookie = '' }: IncomingHttpHeaders, start: string): string[] =>
  cookie
    .split(';')
    .map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
    .filter((name) => name.startsWith(start));

/** On http://localhost a browser takes neither the prefix nor `Secure`. */
export const nameCookie = (name: string, isSecure: boolean): string => (isSecure ? `${hostPrefix}${name}` : name);

/** @param maxAgeMs 0 removes the cookie */
export function writeCookie(name: string, value: string, maxAgeMs: number): string {
  const secure = name.startsWith(hostPrefix) ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${Math.floor(maxAgeMs / 1_000)}; HttpOnly; SameSite=Lax${secure}`;
}
