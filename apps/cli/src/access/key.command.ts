import {
  createMessageAuthenticationKey,
  listMessageAuthenticationKeys,
  revokeMessageAuthenticationKey,
} from '@tributary/client/generated/sdk.gen';
import type { Command } from 'commander';
import { createCommand, createGroup, type CommonOptions } from '../commands/create-command.js';
import { listCommand } from '../lists/list-command.js';
import { print } from '../output/print.js';
import { say } from '../output/status-messages.js';
import { openUser } from '../session/open-session.js';
import { undoChoicesCommand } from './undo-choices.command.js';

interface CreateOptions extends CommonOptions {
  mayMergeAccounts?: true;
}

export const keyCommand = (): Command =>
  createGroup(
    'key',
    {
      summary: 'Create, list and revoke keys that sign requests',
      examples: ['tributary key create app-2026', 'tributary key list', 'tributary key revoke 7'],
    },
    [
      createCommand('create', {
        summary: 'Create a key: its secret is printed once, to stdout',
        examples: ['tributary key create app-2026'],
        of: 'user',
      })
        .argument('<key-id>', 'a name of your own, unique on the platform')
        .option('--may-merge-accounts', 'what it signs may make one person of two who have accounts')
        .action(create),
      listCommand({
        summary: 'List keys, without their secrets',
        examples: ['tributary key list'],
        of: 'user',
        read: ({ user_id }, query) => listMessageAuthenticationKeys({ path: { user_id }, query }),
        columns: {
          id: ({ id }) => id,
          'key id': ({ key_id }) => key_id,
          created: ({ creation_ts }) => creation_ts,
          expires: ({ expiration_ts }) => expiration_ts,
          'merges accounts': ({ may_merge_accounts }) => (may_merge_accounts ? 'yes' : 'no'),
        },
      }),
      createCommand('revoke', {
        summary: 'End a key, everywhere within a second',
        examples: ['tributary key revoke 7'],
        of: 'user',
      })
        .argument('<key>', 'id of the key, as the list shows it')
        .action(revoke),
      undoChoicesCommand('key', 'message_authentication_key_id'),
    ],
  );

async function create(key_id: string, options: CreateOptions): Promise<void> {
  const { user_id } = await openUser(options);
  const { mayMergeAccounts: may_merge_accounts } = options;
  const body = { key_id, scheme: 'HMAC_SHA256' as const, may_merge_accounts };
  const { data } = await createMessageAuthenticationKey({ path: { user_id }, body });
  const { id, secret_key, expiration_ts } = data.data;
  say('This is the only time that the secret is shown. tributary sign reads it from TRIBUTARY_SECRET_KEY.');
  print(options.output, data.data, () => ({
    rows: [
      ['id', id],
      ['key id', key_id],
      ['secret key', secret_key],
      ['expires', expiration_ts],
      ['merges accounts', data.data.may_merge_accounts ? 'yes' : 'no'],
    ],
  }));
}

async function revoke(message_authentication_key_id: string, options: CommonOptions): Promise<void> {
  const { user_id } = await openUser(options);
  await revokeMessageAuthenticationKey({ path: { user_id, message_authentication_key_id } });
  print(options.output, { revoked: message_authentication_key_id }, () => ({
    rows: [['revoked', message_authentication_key_id]],
  }));
}
