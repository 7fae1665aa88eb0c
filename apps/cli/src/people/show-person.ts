import {
  getUserPoint,
  listUserChoices,
  listUserIdentifiers,
  listUserProfiles,
  listUserSegments,
} from '@tributary/client/generated/sdk.gen';
import type { UserIdentifier } from '@tributary/client/generated/types.gen';
import { selectorOf } from '@tributary/client/people/selectors';
import { formatInstant } from '../output/format-instant.js';
import { print, type Format } from '../output/print.js';
import { printableJson } from '../output/printable.js';
import { readAll } from '../requests/read-all.js';
import type { PersonPath } from './person-path.js';

/** The most of each kind that a person page shows. */
const most = { max_results: 100 };

/** All of a person but the activities: at most 100 of each kind. */
export async function readPerson(path: PersonPath) {
  const [point, identifiers, profiles, choices, segments] = await readAll(
    getUserPoint({ path }),
    listUserIdentifiers({ path, query: most }),
    listUserProfiles({ path, query: most }),
    listUserChoices({ path, query: most }),
    listUserSegments({ path, query: most }),
  );
  return {
    ...point.data.data,
    identifiers: identifiers.data.data,
    profiles: profiles.data.data,
    choices: choices.data.data,
    segments: segments.data.data,
  };
}

export async function showPerson(path: PersonPath, { output }: { output: Format }): Promise<void> {
  const person = await readPerson(path);
  print(output, person, () => ({
    rows: [
      ['user point', person.id],
      ['since', formatInstant(person.creation_ts)],
      ...person.merged_ids.map((id) => ['merged', id]),
      ...person.identifiers.map((identifier) => ['identifier', describeIdentifier(identifier)]),
      ...person.profiles.map((profile) => ['profile', printableJson(profile)]),
      ...person.choices.map(({ $processing_id, $choice_acceptance_value, $choice_ts }) => [
        'choice',
        `processing ${$processing_id}: ${$choice_acceptance_value ? 'accepted' : 'refused'} ${formatInstant($choice_ts)}`,
      ]),
      ...person.segments.map(({ segment_id, expiration_ts }) => [
        'segment',
        expiration_ts === null ? segment_id : `${segment_id} until ${formatInstant(expiration_ts)}`,
      ]),
    ],
  }));
}

const describeIdentifier = (identifier: UserIdentifier): string =>
  `${selectorOf(identifier)} since ${formatInstant(identifier.creation_ts)}`;
