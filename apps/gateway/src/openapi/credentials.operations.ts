import { ApiToken, ApiTokenInput } from '@tributary/contracts/api-token';
import { ListQuery } from '@tributary/contracts/list-query';
import {
  MessageAuthenticationKey,
  MessageAuthenticationKeyInput,
} from '@tributary/contracts/message-authentication-key';
import { aPageOf, exampleOf, gone, json, one, page, pageOf, type Section } from './operation.js';

const tokens = '/users/:user_id/api_tokens';
const keys = '/users/:user_id/message_authentication_keys';
const { shape: pageOfTokens } = pageOf(ApiToken);
const whose = 'Those of another user are for an admin whose roles cover all of that user.';

export const credentials: Section = {
  tag: 'Tokens and keys',
  description: `Long-term API tokens for servers, signing keys for public apps. ${whose}`,
  operations: {
    [`GET ${tokens}`]: {
      operationId: 'listApiTokens',
      summary: "List a user's API tokens",
      query: ListQuery,
      answer: {
        description: 'A page of tokens, their values masked. `max_result` is `max_results`.',
        content: json(pageOf(ApiToken).extend({ max_result: pageOfTokens.max_results }), {
          for_instance: { ...aPageOf(exampleOf(ApiToken)), max_result: 50 },
        }),
      },
    },
    [`POST ${tokens}`]: {
      operationId: 'createApiToken',
      summary: 'Create an API token',
      description: 'The value is shown in this answer alone.',
      body: json(ApiTokenInput, { a_token: { name: 'nightly export' } }),
      answer: one(ApiToken, 'The new token with its value.'),
    },
    [`GET ${tokens}/:api_token_id`]: {
      operationId: 'getApiToken',
      summary: 'Read an API token',
      answer: one(ApiToken, 'The token, its value masked.'),
    },
    [`PUT ${tokens}/:api_token_id`]: {
      operationId: 'renameApiToken',
      summary: 'Rename an API token',
      body: json(ApiTokenInput, { another_name: { name: 'hourly export' } }),
      answer: one(ApiToken, 'The token as it is now, its value masked.'),
    },
    [`DELETE ${tokens}/:api_token_id`]: {
      operationId: 'revokeApiToken',
      summary: 'Revoke an API token',
      description: 'It stops working everywhere within a second.',
      answer: gone,
    },
    [`GET ${keys}`]: {
      operationId: 'listMessageAuthenticationKeys',
      summary: "List a user's signing keys",
      query: ListQuery,
      answer: page(MessageAuthenticationKey, 'A page of keys, their secrets masked.'),
    },
    [`POST ${keys}`]: {
      operationId: 'createMessageAuthenticationKey',
      summary: 'Create a signing key',
      description: 'The secret is shown in this answer alone.',
      body: json(MessageAuthenticationKeyInput, { a_key: { scheme: 'HMAC_SHA256', key_id: 'ios-app-1' } }),
      answer: one(MessageAuthenticationKey, 'The new key with its secret.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'key_id: is or was the id of another key' },
    },
    [`DELETE ${keys}/:message_authentication_key_id`]: {
      operationId: 'revokeMessageAuthenticationKey',
      summary: 'Revoke a signing key',
      description: 'It stops working everywhere within a second; its `key_id` is never used again.',
      answer: gone,
    },
  },
};
