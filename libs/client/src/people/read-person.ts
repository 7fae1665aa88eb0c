import type { Client } from '../generated/client/types.gen.js';
import {
  getUserPoint,
  listUserChoices,
  listUserIdentifiers,
  listUserProfiles,
  listUserSegments,
} from '../generated/sdk.gen.js';
import { readAll } from '../requests/read-all.js';

export { isPurpose, maxPurposeLength, purposeHeaders } from '@tributary/contracts/rules/purpose';

export interface PersonPath {
  datamart_id: string;
  user_point_selector: string;
}

/** Another client than that of the app, and headers of the requests. */
export interface CallOptions {
  client?: Client;
  headers?: { 'X-Purpose'?: string };
}

/** The most of each kind that a person page shows. */
const most = { max_results: 100 };

/** All of a person but the activities: at most 100 of each kind. */
export async function readPerson(path: PersonPath, options: CallOptions = {}) {
  const [point, identifiers, profiles, choices, segments] = await readAll(
    getUserPoint({ ...options, path }),
    listUserIdentifiers({ ...options, path, query: most }),
    listUserProfiles({ ...options, path, query: most }),
    listUserChoices({ ...options, path, query: most }),
    listUserSegments({ ...options, path, query: most }),
  );
  return {
    ...point.data.data,
    identifiers: identifiers.data.data,
    profiles: profiles.data.data,
    choices: choices.data.data,
    segments: segments.data.data,
  };
}
