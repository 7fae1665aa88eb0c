import { createInvitation, listInvitations, revokeInvitation } from '@tributary/client/generated/sdk.gen';
import type { Invitation } from '@tributary/client/generated/types.gen';
import type { Argument, Command } from 'commander';
import { createCommand, numericId, type CommonOptions } from '../commands/create-command.js';
import { printItem, printItems } from '../lists/list-command.js';
import { print } from '../output/print.js';
import { readPages } from '../requests/read-pages.js';
import { openOrganisation } from '../session/open-session.js';

const columns = {
  id: ({ id }: Invitation) => id,
  email: ({ email }: Invitation) => email,
  role: ({ role }: Invitation) => role,
  user: ({ user_id }: Invitation) => user_id,
  until: ({ expiration_ts }: Invitation) => new Date(expiration_ts).toISOString(),
};

/** The subcommands of `user` about invitations. */
export const invitationCommands = (role: () => Argument): Command[] => [
  createCommand('invite', {
    summary: 'Add a person with a role, and print a link that lets the person in, once, for 24 hours',
    details: 'The link is printed once. For a person who has not come in yet, a new link replaces the earlier one.',
    examples: ['tributary user invite ada@example.com EDITOR'],
    of: 'organisation',
  })
    .argument('<email>', 'address of the person')
    .addArgument(role())
    .option('--first-name <name>', 'instead of what the address says')
    .option('--last-name <name>', 'instead of what the address says')
    .action(invite),
  createCommand('invitations', {
    summary: 'List the invitations that are still open',
    examples: ['tributary user invitations'],
    of: 'organisation',
  }).action(async (options: CommonOptions) => {
    const { organisation_id } = await openOrganisation(options);
    printItems(options, await readPages((query) => listInvitations({ path: { organisation_id }, query })), columns);
  }),
  createCommand('uninvite', {
    summary: 'Revoke an invitation; the user and the role stay',
    examples: ['tributary user uninvite 3'],
    of: 'organisation',
  })
    .argument('<invitation>', 'id of the invitation, as the list shows it')
    .action(uninvite),
];

type InviteOptions = CommonOptions & { firstName?: string; lastName?: string };

async function invite(email: string, role: Invitation['role'], options: InviteOptions): Promise<void> {
  const { organisation_id, url } = await openOrganisation(options);
  const { firstName: first_name, lastName: last_name } = options;
  const body = { email, role, first_name, last_name };
  const { data } = (await createInvitation({ path: { organisation_id }, body })).data;
  // The platform may be below a path.
  const link = `${url.replace(/\/$/, '')}${data.link ?? ''}`;
  printItem(options, { ...data, link }, { ...columns, link: () => link });
}

async function uninvite(id: string, options: CommonOptions): Promise<void> {
  const { organisation_id } = await openOrganisation(options);
  const invitation_id = numericId('an invitation', id);
  await revokeInvitation({ path: { organisation_id, invitation_id } });
  print(options.output, { revoked: invitation_id }, () => ({ rows: [['revoked', invitation_id]] }));
}
