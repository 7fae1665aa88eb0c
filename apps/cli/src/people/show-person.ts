import type { UserIdentifier } from '@tributary/client/generated/types.gen';
import { selectorOf } from '@tributary/client/people/selectors';
import { formatInstant, print, type Format } from '../output/print.js';
import { printableJson } from '../output/printable.js';
import { readPerson, type PersonPath } from '@tributary/client/people/read-person';

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
