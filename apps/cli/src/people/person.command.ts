import { Argument, type Command } from 'commander';
import { createCommand, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { sayPurpose } from '../requests/connect.js';
import { openDatamart } from '../session/open-session.js';
import { erasePerson } from './erase-person.js';
import { findPerson } from './find-person.js';
import { listActivities } from './list-activities.js';
import type { PersonPath } from '@tributary/client/people/read-person';
import { purposeText } from './purpose-text.js';
import { showPerson } from './show-person.js';
import { listUserChoices, exportUserPoint, getUserPointIdentity } from '@tributary/client/generated/sdk.gen';
import { formatInstant, print, type Format } from '../output/print.js';
import { readPages } from '../requests/read-pages.js';
import { printStream } from '../output/print-stream.js';

export interface PersonOptions extends CommonOptions {
  limit: number;
  yes?: boolean;
  why?: boolean;
  purpose?: string;
}

const parts: Record<string, (path: PersonPath, options: PersonOptions) => Promise<void>> = {
  summary: showPerson,
  activities: listActivities,
  choices: listChoices,
  export: exportPerson,
  erase: erasePerson,
};

export const personCommand = (): Command =>
  createCommand('person', {
    summary: 'Show a person, list the activities and choices, export or erase everything',
    details:
      'A person is named by an e-mail address (which is hashed here), an account as compartment/account, a user agent id, ' +
      'the id of the user point, or a selector of the API as compartment_id=shop,user_account_id=u-1.',
    examples: [
      'tributary person ada@example.com',
      'tributary person ada@example.com --why',
      'tributary person shop/u-1 activities --limit 10',
      'tributary person web:1:abc choices -o json',
      'tributary person ada@example.com export --purpose "ticket 4711" > ada.json',
      'tributary person ada@example.com erase',
    ],
    of: 'datamart',
  })
    .argument('<person>', 'an identifier of the person')
    .addArgument(new Argument('[part]', 'what to show or do').choices(Object.keys(parts)).default('summary'))
    .option('--limit <number>', 'the most activities or choices that are listed', positiveInteger, 50)
    .option('--purpose <text>', 'why the person is read, for the audit', purposeText)
    .option('--why', 'list what has made the identifiers one person')
    .option('--yes', 'erase without a question')
    .action(person);

async function person(text: string, part: string, options: PersonOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  if (options.purpose !== undefined) sayPurpose(options.purpose);
  const user_point_selector = await findPerson({ datamart_id, text, isPrinted: options.curl === true });
  const path = { datamart_id, user_point_selector };
  await (options.why ? showWhy(path, options) : parts[part]?.(path, options));
}

async function listChoices(path: PersonPath, options: { limit: number; output: Format }): Promise<void> {
  const choices = await readPages((query) => listUserChoices({ path, query }), options.limit);
  print(options.output, choices, () => ({
    headers: ['processing', 'choice', 'time (UTC)'],
    rows: choices.map(({ $processing_id, $choice_acceptance_value, $choice_ts }) => [
      $processing_id,
      $choice_acceptance_value ? 'accepted' : 'refused',
      formatInstant($choice_ts),
    ]),
  }));
}

/** All of the person as JSON, as it is stored: it is printed as it arrives. */
async function exportPerson(path: PersonPath): Promise<void> {
  const { data } = await exportUserPoint({ path, parseAs: 'stream' });
  await printStream(data);
}

/** Prints the links of a person, oldest first. */
async function showWhy(path: PersonPath, { output }: { output: Format }): Promise<void> {
  const identity = (await getUserPointIdentity({ path })).data.data;
  print(output, identity, () => ({
    headers: ['from', 'to', 'cause', 'id', 'time (UTC)', 'since'],
    rows: identity.links.map(({ from, to, cause, id, ts, since }) => [
      from,
      to,
      cause,
      id ?? '',
      formatInstant(ts),
      String(since),
    ]),
  }));
}
