import { listRecentPeople, listSegmentMembers } from '@tributary/client/generated/sdk.gen';
import type { ListedPerson, SegmentMember } from '@tributary/client/generated/types.gen';
import type { Command } from 'commander';
import { createCommand, createGroup, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { printItems } from '../lists/list-command.js';
import { formatInstant } from '../output/print.js';
import { defaultLimit, readPages } from '../requests/read-pages.js';
import { sayPurpose } from '../requests/connect.js';
import { openDatamart, openSession } from '../session/open-session.js';
import { purposeText } from './purpose-text.js';

export const peopleCommand = (): Command =>
  createGroup(
    'people',
    {
      summary: 'List recent people, or the members of a segment',
      examples: ['tributary people list', 'tributary people list --segment 21'],
    },
    [
      createCommand('list', {
        summary: 'List the people of the last activities, the newest first, or the members of a segment',
        details: 'Recent people are those of the 1,000 activities that were stored last. The audit records each page.',
        examples: ['tributary people list --limit 20', 'tributary people list --segment 21 -o csv > members.csv'],
        of: 'datamart',
      })
        .option('--segment <id>', 'the members of this segment, as `segment list` shows its id')
        .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
        .option('--purpose <text>', 'why the people are read, for the audit', purposeText)
        .action(list),
    ],
  );

type ListOptions = CommonOptions & { segment?: string; limit: number; purpose?: string };

const personColumns = {
  person: ({ user_point_id }: ListedPerson) => user_point_id,
  name: ({ name }: ListedPerson) => name,
  'e-mail': ({ email }: ListedPerson) => email,
  accounts: ({ accounts }: ListedPerson) =>
    accounts.map(({ compartment_id, user_account_id }) => `${compartment_id}/${user_account_id}`).join(', '),
  identifiers: ({ number_of_identifiers }: ListedPerson) => number_of_identifiers,
  'last activity (UTC)': ({ last_activity_ts }: ListedPerson) => formatInstant(last_activity_ts),
};

const memberColumns = {
  ...personColumns,
  'member since (UTC)': ({ member_since_ts }: SegmentMember) => formatInstant(member_since_ts),
  'until (UTC)': ({ expiration_ts }: SegmentMember) => formatInstant(expiration_ts),
};

async function list(options: ListOptions): Promise<void> {
  const { segment, limit, purpose } = options;
  if (purpose !== undefined) sayPurpose(purpose);
  if (segment !== undefined) return listMembers(segment, options);
  const { datamart_id } = await openDatamart(options);
  const people = await readPages((query) => listRecentPeople({ path: { datamart_id }, query }), limit);
  printItems(options, people, personColumns);
}

async function listMembers(audience_segment_id: string, options: ListOptions): Promise<void> {
  openSession(options);
  let after: string | undefined;
  const members = await readPages(async ({ max_results }) => {
    const answer = await listSegmentMembers({ path: { audience_segment_id }, query: { max_results, after } });
    after = answer.data.data.at(-1)?.user_point_id;
    return answer;
  }, options.limit);
  printItems(options, members, memberColumns);
}
