import {
  ApiToken,
  ApiTokenInput,
  ApiTokenUpdate,
  OrganisationApiToken,
  OrganisationApiTokensQuery,
} from '../../admin/api-token.js';
import { ListQuery } from '../../list-query.js';
import { MessageAuthenticationKey, MessageAuthenticationKeyInput } from '../../admin/message-authentication-key.js';
import {
  aPageOf,
  del,
  deleted,
  exampleOf,
  get,
  json,
  one,
  page,
  pageOf,
  post,
  put,
  type Section,
} from '../operation.js';

const tokens = '/users/:user_id/api_tokens';
const keys = '/users/:user_id/message_authentication_keys';
const { shape: pageOfTokens } = pageOf(ApiToken);
const otherUsers = 'To manage those of another user, an admin needs roles that cover all roles of that user.';

export const credentials = {
  tag: 'Tokens and keys',
  owner: 'admin',
  description: `Long-term API tokens for servers, and signing keys for public apps. ${otherUsers}`,
  operations: {
    listOrganisationApiTokens: get('/organisations/:organisation_id/api_tokens', 'ORGANISATION_ADMIN', {
      summary: 'List the API tokens of all users of an organisation',
      description:
        'Those of its users and guests whose roles the caller covers, with masked values; the one that was not used for longest ' +
        'first. So tokens that no program uses any more are found and revoked.',
      query: OrganisationApiTokensQuery,
      answer: page(OrganisationApiToken, 'A page of tokens.'),
    }),
    listApiTokens: get(tokens, 'READER', {
      summary: "List a user's API tokens",
      query: ListQuery,
      answer: {
        description: 'A page of tokens with masked values. `max_result` equals `max_results`.',
        content: json(pageOf(ApiToken).extend({ max_result: pageOfTokens.max_results }), {
          example: { ...aPageOf(exampleOf(ApiToken)), max_result: 50 },
        }),
      },
    }),
    createApiToken: post(tokens, 'READER', {
      summary: 'Create an API token',
      description: 'Only this response shows the value.',
      body: json(ApiTokenInput, {
        a_token: { name: 'nightly export' },
        for_reading_one_datamart: { name: 'dashboard', role: 'READER', datamart_ids: ['1'] },
      }),
      answer: one(ApiToken, 'The new token with its value.'),
    }),
    getApiToken: get(`${tokens}/:api_token_id`, 'READER', {
      summary: 'Read an API token',
      answer: one(ApiToken, 'The token with a masked value.'),
    }),
    renameApiToken: put(`${tokens}/:api_token_id`, 'READER', {
      summary: 'Rename an API token',
      body: json(ApiTokenUpdate, { another_name: { name: 'hourly export' } }),
      answer: one(ApiToken, 'The updated token with a masked value.'),
    }),
    revokeApiToken: del(`${tokens}/:api_token_id`, 'READER', {
      summary: 'Revoke an API token',
      description: 'The token stops working everywhere within a second.',
      answer: deleted,
      errors: {
        CONSTRAINT_VIOLATION_EXCEPTION:
          'the community would be left without an admin who has a valid token of full rights: create another one first',
      },
    }),
    listMessageAuthenticationKeys: get(keys, 'READER', {
      summary: "List a user's signing keys",
      query: ListQuery,
      answer: page(MessageAuthenticationKey, 'A page of keys with masked secrets.'),
    }),
    createMessageAuthenticationKey: post(keys, 'READER', {
      summary: 'Create a signing key',
      description: 'Only this response shows the secret.',
      body: json(MessageAuthenticationKeyInput, { a_key: { scheme: 'HMAC_SHA256', key_id: 'ios-app-1' } }),
      answer: one(MessageAuthenticationKey, 'The new key with its secret.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'key_id: is or was the id of another key' },
    }),
    revokeMessageAuthenticationKey: del(`${keys}/:message_authentication_key_id`, 'READER', {
      summary: 'Revoke a signing key',
      description: 'The key stops working everywhere within a second. Its `key_id` cannot be used again.',
      answer: deleted,
    }),
  },
} satisfies Section;
