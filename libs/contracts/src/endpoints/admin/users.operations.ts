import { ConnectedUser } from '../../admin/connected-user.js';
import { ListQuery } from '../../list-query.js';
import { TenantListQuery } from '../../tenant-list-query.js';
import { User, UserInput, UserUpdate } from '../../admin/user.js';
import { UserRoleInput, UserRoleResource, UserRoleUpdate } from '../../admin/user-role.js';
import { Invitation, InvitationInput } from '../../invitations/invitation.js';
import { del, deleted, exampleOf, get, json, one, page, post, put, type Section } from '../operation.js';

const emailIsTaken = { EMAIL_ALREADY_EXISTS: 'email: another user has it; upper and lower case are not distinguished' };
const lastAdmin = {
  CONSTRAINT_VIOLATION_EXCEPTION: 'the community would be left without an admin who has a valid token of full rights',
};
const invitations = '/organisations/:organisation_id/invitations';
const roles = '/users/:user_id/user_roles';

export const users = {
  tag: 'Users',
  owner: 'admin',
  description: 'People and service accounts, and their roles in organisations.',
  operations: {
    getConnectedUser: get('/connected_user', 'READER', {
      namesNoDatamart: true,
      summary: 'Read the caller',
      answer: one(ConnectedUser, 'The caller, its roles, and the datamarts that it may access.'),
    }),
    listUsers: get('/users', 'READER', {
      summary: 'List the users that the caller can see',
      query: TenantListQuery,
      answer: page(User, 'A page of users.'),
    }),
    createUser: post('/users', 'ORGANISATION_ADMIN', {
      summary: 'Create a user',
      description: 'A new user has no role, and so no permissions.',
      body: json(UserInput, {
        a_service_account: { type: 'SERVICE', display_name: 'Nightly import', organisation_id: '1' },
        a_person: { first_name: 'Ada', last_name: 'Example', email: 'collector@example.com', organisation_id: '1' },
      }),
      answer: one(User, 'The new user.'),
      errors: emailIsTaken,
    }),
    getUser: get('/users/:user_id', 'READER', { summary: 'Read a user', answer: one(User, 'The user.') }),
    updateUser: put('/users/:user_id', 'READER', {
      summary: 'Change a user',
      description: 'Users may change themselves; an admin may change the users of the organisation.',
      body: json(UserUpdate, {
        another_address: { first_name: 'Ada', last_name: 'Example', email: 'app@example.com' },
      }),
      answer: one(User, 'The updated user.'),
      errors: { ...emailIsTaken, CONSTRAINT_VIOLATION_EXCEPTION: 'type: the type of a user cannot change' },
    }),
    deleteUser: del('/users/:user_id', 'ORGANISATION_ADMIN', {
      summary: 'Delete a user',
      description:
        'Its roles, tokens and keys end everywhere within a second, and its e-mail address is free again. What it has created stays.',
      answer: deleted,
      errors: {
        CONSTRAINT_VIOLATION_EXCEPTION:
          'users cannot delete themselves, nor the last admin of a community who has a valid token of full rights',
      },
    }),
    listUserRoles: get(roles, 'READER', {
      summary: "List a user's roles",
      description: 'Lists the roles in organisations that the caller can see.',
      query: ListQuery,
      answer: page(UserRoleResource, 'A page of roles.'),
    }),
    createUserRole: post(roles, 'ORGANISATION_ADMIN', {
      summary: 'Grant a role',
      description: 'Callers can only grant roles up to their own. The role is effective everywhere within a second.',
      body: json(UserRoleInput, { an_editor: { organisation_id: '1', role: 'EDITOR' } }),
      answer: one(UserRoleResource, 'The new role.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'the user already has a role in the organisation' },
    }),
    getUserRole: get(`${roles}/:user_role_id`, 'READER', {
      summary: 'Read a role',
      answer: one(UserRoleResource, 'The role.'),
    }),
    updateUserRole: put(`${roles}/:user_role_id`, 'ORGANISATION_ADMIN', {
      summary: 'Change a role',
      body: json(UserRoleUpdate, { a_reader: { role: 'READER' } }),
      answer: one(UserRoleResource, 'The updated role.'),
      errors: lastAdmin,
    }),
    deleteUserRole: del(`${roles}/:user_role_id`, 'ORGANISATION_ADMIN', {
      summary: 'Revoke a role',
      answer: deleted,
      errors: lastAdmin,
    }),
    listInvitations: get(invitations, 'ORGANISATION_ADMIN', {
      summary: 'List the open invitations',
      description: 'Those that are neither used nor revoked, and whose 24 hours are not over.',
      query: ListQuery,
      answer: page(Invitation, 'A page of invitations, without their links.'),
    }),
    createInvitation: post(invitations, 'ORGANISATION_ADMIN', {
      summary: 'Invite a person',
      description:
        'Adds the user with the role, and answers with a link that lets the person in: with the provider of sign-ins, or, where ' +
        'there is none, with an API token of full rights that the page of the link makes. It works once, for 24 hours; only this ' +
        'response has it. For a user who has not come in yet it makes another link, with which the earlier one ends. A change of ' +
        "the user's roles ends it, too.",
      body: json(InvitationInput, {
        by_e_mail: { email: 'grace@example.com', role: 'EDITOR' },
        with_a_name: { email: 'ada@example.com', role: 'READER', first_name: 'Ada', last_name: 'Example' },
      }),
      answer: one(Invitation, 'The new invitation with its link.', {
        ...(exampleOf(Invitation) as Invitation),
        link: '/invitation#tbi_2gGzDVJ1Vd0oqkDQkQ3X6iB0lqS1zB5uU8Yk8bN7v0M5d1c6f2e',
      }),
      errors: {
        EMAIL_ALREADY_EXISTS:
          'email: another user has it, who has come in already, or has roles that the caller has not',
        CONSTRAINT_VIOLATION_EXCEPTION: 'role: the user has another role in the organisation',
      },
    }),
    revokeInvitation: del(`${invitations}/:invitation_id`, 'ORGANISATION_ADMIN', {
      summary: 'Revoke an invitation',
      description: 'Its link ends at once. The user and the role stay.',
      answer: deleted,
    }),
  },
} satisfies Section;
