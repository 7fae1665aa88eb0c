import { listOrganisationApiTokens } from '@tributary/client/generated/sdk.gen';
import { userTypes } from '@tributary/contracts/rules/resources/choices';
import type { OrganisationApiToken } from '@tributary/client/generated/types.gen';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { Option, type Command } from 'commander';
import { createCommand, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { printItems } from '../lists/list-command.js';
import { formatInstant, print } from '../output/print.js';
import { UsageProblem } from '../output/failures.js';
import { defaultLimit, readPages } from '../requests/read-pages.js';
import { openOrganisation } from '../session/open-session.js';
import { revokeTokens } from './revoke-tokens.js';

interface Options extends CommonOptions {
  type?: (typeof userTypes)[number];
  unused?: number;
  limit: number;
  revoke?: boolean;
  yes?: boolean;
}

/** The subcommand `token all`: the tokens of every user of the organisation. */
export const allTokensCommand = (): Command =>
  createCommand('all', {
    summary: 'List the tokens of all users of the organisation, the longest unused first',
    examples: [
      'tributary token all --type SERVICE',
      'tributary token all --unused 90',
      'tributary token all --unused 90 --revoke',
    ],
    of: 'organisation',
  })
    .addOption(new Option('--type <type>', 'only those of people, or of service accounts').choices(userTypes))
    .option('--unused <days>', 'only those that were not used for so many days', positiveInteger)
    .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
    .option('--revoke', 'revoke the listed tokens, after a question; with --unused')
    .option('--yes', 'revoke without a question')
    .action(run);

async function run(options: Options): Promise<void> {
  const { type: user_type, unused, revoke, yes = false } = options;
  if (revoke && unused === undefined) throw new UsageProblem('--revoke ends tokens of no use: say --unused DAYS, too');
  const { organisation_id, token: inUse } = await openOrganisation(options);
  const filter = { user_type, unused_since: unused === undefined ? undefined : Date.now() - unused * dayMs };
  const tokens = await readPages(
    (page) => listOrganisationApiTokens({ path: { organisation_id }, query: { ...filter, ...page } }),
    options.limit,
  );
  if (revoke) {
    const revoked = await revokeTokens(tokens, { yes, inUse });
    return print(options.output, { revoked }, () => ({ rows: [['revoked', revoked.join(', ') || 'none']] }));
  }
  printItems(options, tokens, columns);
}

type ShownToken = Pick<OrganisationApiToken, 'role' | 'datamart_ids' | 'last_used_ts'>;

export const purposeOf = ({ role, datamart_ids = [] }: ShownToken): string =>
  [role, ...datamart_ids.map((datamart) => `datamart ${datamart}`)].filter(Boolean).join(', ');

export const lastUseOf = ({ last_used_ts }: ShownToken): string =>
  last_used_ts === undefined ? '' : formatInstant(last_used_ts);

const columns = {
  user: ({ user_id }: OrganisationApiToken) => user_id,
  'name of the user': ({ user_name }: OrganisationApiToken) => user_name,
  id: ({ id }: OrganisationApiToken) => id,
  token: ({ name }: OrganisationApiToken) => name,
  'made for': purposeOf,
  'last used (UTC)': lastUseOf,
  'expires (UTC)': ({ expiration_date }: OrganisationApiToken) => formatInstant(expiration_date),
};
