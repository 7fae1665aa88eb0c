import type { Environment } from '../config.js';
import { Failure } from '../output/failures.js';
import { platformUrl } from './platform-url.js';
import type { SavedSession } from './saved-session.js';

/** With whom a command talks, and about what. */
export interface Session {
  url: string;
  token: string;
  datamart_id: string | undefined;
  organisation_id: string | undefined;
}

type Given = Pick<Environment, 'url' | 'token' | 'datamart_id' | 'organisation_id'>;

/**
 * The environment takes precedence over what was saved. What was saved for one platform never goes to another one: neither the
 * token nor the ids.
 *
 * @throws Failure without a login
 */
export function resolveSession(given: Given, saved: SavedSession | undefined): Session {
  const url = given.url === undefined ? saved?.url : platformUrl(given.url);
  if (url === undefined)
    throw new Failure('you are not logged in', 'Run: tributary login URL (or set TRIBUTARY_URL and TRIBUTARY_TOKEN)');
  const ofSaved = saved?.url === url ? saved : undefined;
  const token = given.token ?? ofSaved?.token;
  if (token === undefined)
    throw new Failure(`there is no token for ${url}`, `Run: tributary login ${url} (or set TRIBUTARY_TOKEN)`);
  return {
    url,
    token,
    datamart_id: given.datamart_id ?? ofSaved?.datamart_id,
    organisation_id: given.organisation_id ?? ofSaved?.organisation_id,
  };
}
