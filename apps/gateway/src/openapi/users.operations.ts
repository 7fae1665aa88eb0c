import { ConnectedUser } from '@tributary/contracts/connected-user';
import { ListQuery } from '@tributary/contracts/list-query';
import { TenantListQuery } from '@tributary/contracts/tenant-list-query';
import { User, UserInput, UserUpdate } from '@tributary/contracts/user';
import { UserRoleInput, UserRoleResource, UserRoleUpdate } from '@tributary/contracts/user-role';
import { gone, json, one, page, type Section } from './operation.js';

const emailIsTaken = { EMAIL_ALREADY_EXISTS: 'email: another user has it, whatever the case of its letters' };
const lastAdmin = { CONSTRAINT_VIOLATION_EXCEPTION: 'the community would be left without an admin' };
const roles = '/users/:user_id/user_roles';

export const users: Section = {
  tag: 'Users',
  description: 'People and service accounts, and the role that each holds in an organisation.',
  operations: {
    'GET /connected_user': {
      operationId: 'getConnectedUser',
      summary: 'Ask who is calling',
      answer: one(ConnectedUser, 'The caller, its roles and the datamarts that they open.'),
    },
    'GET /users': {
      operationId: 'listUsers',
      summary: 'List the users that the caller can see',
      query: TenantListQuery,
      answer: page(User, 'A page of users.'),
    },
    'POST /users': {
      operationId: 'createUser',
      summary: 'Create a user',
      description: 'Without a role it may do nothing yet.',
      body: json(UserInput, {
        a_service_account: {
          first_name: 'Collector',
          last_name: 'of the app',
          email: 'collector@example.com',
          organisation_id: '1',
        },
      }),
      answer: one(User, 'The new user.'),
      errors: emailIsTaken,
    },
    'GET /users/:user_id': {
      operationId: 'getUser',
      summary: 'Read a user',
      answer: one(User, 'The user.'),
    },
    'PUT /users/:user_id': {
      operationId: 'updateUser',
      summary: 'Change a user',
      description: 'One may change oneself, and an admin the users of the organisation.',
      body: json(UserUpdate, {
        another_address: { first_name: 'Collector', last_name: 'of the app', email: 'app@example.com' },
      }),
      answer: one(User, 'The user as it is now.'),
      errors: emailIsTaken,
    },
    [`GET ${roles}`]: {
      operationId: 'listUserRoles',
      summary: "List a user's roles",
      description: 'Those in organisations that the caller can see.',
      query: ListQuery,
      answer: page(UserRoleResource, 'A page of roles.'),
    },
    [`POST ${roles}`]: {
      operationId: 'createUserRole',
      summary: 'Give a role',
      description: 'Nobody gives a role above their own. It is effective everywhere within a second.',
      body: json(UserRoleInput, { an_editor: { organisation_id: '1', role: 'EDITOR' } }),
      answer: one(UserRoleResource, 'The new role.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'the user has a role in the organisation' },
    },
    [`GET ${roles}/:user_role_id`]: {
      operationId: 'getUserRole',
      summary: 'Read a role',
      answer: one(UserRoleResource, 'The role.'),
    },
    [`PUT ${roles}/:user_role_id`]: {
      operationId: 'updateUserRole',
      summary: 'Change a role',
      body: json(UserRoleUpdate, { a_reader: { role: 'READER' } }),
      answer: one(UserRoleResource, 'The role as it is now.'),
      errors: lastAdmin,
    },
    [`DELETE ${roles}/:user_role_id`]: {
      operationId: 'deleteUserRole',
      summary: 'Take a role away',
      answer: gone,
      errors: lastAdmin,
    },
  },
};
