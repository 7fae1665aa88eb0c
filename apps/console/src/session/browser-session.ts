import { basePath } from '../served-page.js';

/**
 * Stands in the place of a token where a cookie authenticates, which no script can read. It is shorter than any token.
 */
export const browserSession = 'cookie';

/** The provider at which people sign in, as the server has written it into the page; undefined if there is none. */
export const signInProvider = document.querySelector<HTMLMetaElement>('meta[name=sign-in-provider]')?.content;

/** The address at which a person signs in with the provider. @param page of the console, to which it leads back */
export const signInAddress = (page: string): string =>
  `${basePath}auth/login?${new URLSearchParams({ return_to: `${basePath}${page.replace(/^\//, '')}` }).toString()}`;

/** Ends the session of the browser everywhere. @returns whether it has ended */
export async function endBrowserSession(): Promise<boolean> {
  const request = fetch(`${basePath}auth/logout`, { method: 'POST', redirect: 'manual', keepalive: true });
  // The answer is a redirect, which is not followed.
  return request.then(({ type }) => type === 'opaqueredirect').catch(() => false);
}
