import { createApiToken, listApiTokens, revokeApiToken } from '@tributary/client/generated/sdk.gen';
import type { CreateApiTokenData } from '@tributary/client/generated/types.gen';
import { roles } from '@tributary/contracts/rules/access/roles';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { Option, type Command } from 'commander';
import {
  createCommand,
  createGroup,
  positiveInteger,
  repeated,
  type CommonOptions,
} from '../commands/create-command.js';
import { listCommand } from '../lists/list-command.js';
import { formatInstant, print } from '../output/print.js';
import { say } from '../output/status-messages.js';
import { openUser } from '../session/open-session.js';
import { allTokensCommand, lastUseOf, purposeOf } from './organisation-tokens.js';

interface CreateOptions extends CommonOptions {
  role?: NonNullable<CreateApiTokenData['body']['role']>;
  only?: string[];
  days?: number;
}

export const tokenCommand = (): Command =>
  createGroup(
    'token',
    {
      summary: 'Create, list and revoke API tokens',
      examples: ['tributary token create "nightly import"', 'tributary token list', 'tributary token revoke 7'],
    },
    [
      createCommand('create', {
        summary: 'Create a token: its value is printed once, to stdout',
        examples: [
          'tributary token create "nightly import"',
          'tributary token create ci --user 12 -o json | jq -r .value',
          'tributary token create dashboard --role READER --only 1 --days 90',
        ],
        of: 'user',
      })
        .argument('<name>', 'what the token is for')
        .addOption(new Option('--role <role>', 'it acts with this role at most').choices(roles))
        .option('--only <datamart>', 'id of a datamart; it acts in no other one (repeatable)', repeated)
        .option(
          '--days <number>',
          'it ends after so many days, at most 730; 365, unless the platform is set up otherwise',
          positiveInteger,
        )
        .action(create),
      listCommand({
        summary: 'List tokens, without their values',
        examples: ['tributary token list'],
        of: 'user',
        read: ({ user_id }, query) => listApiTokens({ path: { user_id }, query }),
        columns: {
          id: ({ id }) => id,
          name: ({ name }) => name,
          value: ({ value }) => value,
          'made for': purposeOf,
          'last used (UTC)': lastUseOf,
          'created (UTC)': ({ creation_date }) => formatInstant(creation_date),
          'expires (UTC)': ({ expiration_date }) => formatInstant(expiration_date),
        },
      }),
      allTokensCommand(),
      createCommand('revoke', {
        summary: 'End tokens, everywhere within a second',
        examples: ['tributary token revoke 7', 'tributary token revoke 7 8 9 --user 12'],
        of: 'user',
      })
        .argument('<token...>', 'id of the token; several of one user')
        .action(revoke),
    ],
  );

async function create(name: string, options: CreateOptions): Promise<void> {
  const { role, only: datamart_ids, days } = options;
  const { user_id } = await openUser(options);
  const expiration_ts = days === undefined ? undefined : Date.now() + days * dayMs;
  const body = { name, role, datamart_ids, expiration_ts };
  const { data } = await createApiToken({ path: { user_id }, body });
  const { id, value, expiration_date } = data.data;
  say('This is the only time that the value is shown.');
  print(options.output, data.data, () => ({
    rows: [
      ['id', id],
      ['value', value],
      ['expires (UTC)', formatInstant(expiration_date)],
    ],
  }));
}

async function revoke(ids: string[], options: CommonOptions): Promise<void> {
  const { user_id } = await openUser(options);
  for (const api_token_id of ids) await revokeApiToken({ path: { user_id, api_token_id } });
  const [first] = ids;
  print(options.output, { revoked: ids.length > 1 ? ids : first }, () => ({ rows: [['revoked', ids.join(', ')]] }));
}
