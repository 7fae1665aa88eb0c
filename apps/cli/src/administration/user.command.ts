import {
  createUser,
  createUserRole,
  deleteUser,
  deleteUserRole,
  listUserRoles,
  listUsers,
} from '@tributary/client/generated/sdk.gen';
import { roles } from '@tributary/contracts/rules/access/roles';
import type { CreateUserData, User, UserRole } from '@tributary/client/generated/types.gen';
import { Argument, type Command } from 'commander';
import { createCommand, createGroup, type CommonOptions } from '../commands/create-command.js';
import { listCommand, printItem, printItems } from '../lists/list-command.js';
import { Failure, UsageProblem } from '../output/failures.js';
import { print } from '../output/print.js';
import { readPages } from '../requests/read-pages.js';
import { nameOfUser } from '../session/name-of-user.js';
import { openOrganisation, openSession } from '../session/open-session.js';
import { invitationCommands } from './invitation-commands.js';

const columns = {
  id: ({ id }: User) => id,
  type: ({ type }: User) => type,
  user: (user: User) => nameOfUser(user),
  organisation: ({ organisation_id }: User) => organisation_id,
};

const roleColumns = {
  id: ({ id }: UserRole) => id,
  role: ({ role }: UserRole) => role,
  organisation: ({ organisation_id }: UserRole) => organisation_id,
};

const role = () => new Argument('<role>', 'what the user may do').choices(roles);

export const userCommand = (): Command =>
  createGroup(
    'user',
    {
      summary: 'Create, invite, list and delete users, and give them roles',
      examples: ['tributary user list', 'tributary user grant 7 EDITOR'],
    },
    [
      listCommand({
        summary: 'List the users of the organisation',
        examples: ['tributary user list'],
        of: 'organisation',
        read: ({ organisation_id }, query) => listUsers({ query: { organisation_id, ...query } }),
        columns,
      }),
      createCommand('create', {
        summary: 'Create a person with an e-mail address, or a service account without',
        details: 'It has no role yet: `tributary user grant` gives one.',
        examples: [
          'tributary user create "Ada Lovelace" --email ada@example.com',
          'tributary user create "Shop backend"',
        ],
        of: 'organisation',
      })
        .argument('<name>', 'first and last name of a person, or the name of a service account')
        .option('--email <address>', 'of a person')
        .action(create),
      ...invitationCommands(role),
      createCommand('delete', {
        summary: 'Delete a user with its tokens and keys',
        examples: ['tributary user delete 7'],
      })
        .argument('<user>', 'id of the user, as the list shows it')
        .action(remove),
      createCommand('roles', { summary: 'List the roles of a user', examples: ['tributary user roles 7'] })
        .argument('<user>', 'id of the user')
        .action(async (user_id: string, options: CommonOptions) => {
          openSession(options);
          printItems(options, await rolesOf(user_id), roleColumns);
        }),
      createCommand('grant', {
        summary: 'Give a user a role in the organisation',
        examples: ['tributary user grant 7 EDITOR'],
        of: 'organisation',
      })
        .argument('<user>', 'id of the user')
        .addArgument(role())
        .action(grant),
      createCommand('withdraw', {
        summary: 'Take a role in the organisation from a user, effective within a second',
        examples: ['tributary user withdraw 7 EDITOR'],
        of: 'organisation',
      })
        .argument('<user>', 'id of the user')
        .addArgument(role())
        .action(withdraw),
    ],
  );

async function create(name: string, options: CommonOptions & { email?: string }): Promise<void> {
  const { email } = options;
  const named = email === undefined ? { type: 'SERVICE' as const, display_name: name } : namesOf(name);
  const { organisation_id } = await openOrganisation(options);
  const body: CreateUserData['body'] = { organisation_id, ...named, email };
  printItem(options, (await createUser({ body })).data.data, columns);
}

/** The last word is the last name. */
function namesOf(name: string) {
  const [, first_name, last_name] = /^(.*\S)\s+(\S+)$/.exec(name.trim()) ?? [];
  if (first_name === undefined || last_name === undefined)
    throw new UsageProblem(`"${name}" has one word: a person needs a first and a last name`);
  return { first_name, last_name };
}

async function remove(user_id: string, options: CommonOptions): Promise<void> {
  openSession(options);
  await deleteUser({ path: { user_id } });
  print(options.output, { deleted: user_id }, () => ({ rows: [['deleted', user_id]] }));
}

const rolesOf = (user_id: string): Promise<UserRole[]> =>
  readPages((query) => listUserRoles({ path: { user_id }, query }));

async function grant(user_id: string, role: UserRole['role'], options: CommonOptions): Promise<void> {
  const { organisation_id } = await openOrganisation(options);
  const { data } = await createUserRole({ path: { user_id }, body: { organisation_id, role } });
  printItem(options, data.data, roleColumns);
}

async function withdraw(user_id: string, role: UserRole['role'], options: CommonOptions): Promise<void> {
  const { organisation_id } = await openOrganisation(options);
  const held = (await rolesOf(user_id)).find((each) => each.role === role && each.organisation_id === organisation_id);
  if (!held) throw new Failure(`user ${user_id} has no role ${role} in organisation ${organisation_id}`);
  await deleteUserRole({ path: { user_id, user_role_id: held.id } });
  print(options.output, { deleted: held.id }, () => ({ rows: [['deleted', `${role} of user ${user_id}`]] }));
}
