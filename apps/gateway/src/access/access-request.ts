import { isId } from '@tributary/contracts/values/integer-id';
import { hash } from 'node:crypto';
import type { AccessQuestion } from '@tributary/contracts/admin/access';
import { keyIdPattern } from '@tributary/contracts/admin/message-authentication-key';
import { mayBeCollectKey, mayBeToken } from '@tributary/contracts/admin/token-value';
import type { ErrorCode } from '@tributary/contracts/errors';
import type { Route } from '@tributary/contracts/endpoints/route';
import type { Credential } from './authenticator.js';
import type { NamedIds } from './named-ids.js';

/** A request as the access policy sees it. */
export interface AccessRequest {
  route: Route;
  credential: Credential;
  /** The tenant ids of the path, and those of the query. */
  named: NamedIds[];
}

/**
 * The question to admin whose answer may turn the refusal into a grant; undefined if there is none. A malformed id or
 * token cannot exist: it is never looked up, and takes no room in the cache of lookups.
 */
export function lookupQuestion(
  refusal: ErrorCode | undefined,
  { credential, named }: AccessRequest,
): AccessQuestion | undefined {
  switch (refusal) {
    case 'TOKEN_ERROR':
      if ('worker' in credential) return tokenQuestion(credential.worker.token);
      if ('session' in credential) return { session_sha256: credential.session.sha256 };
      if ('collect_key' in credential) return collectKeyQuestion(credential.collect_key);
      return 'token' in credential ? tokenQuestion(credential.token) : undefined;
    case 'MAC_ERROR':
      return 'signed' in credential ? keyQuestion(credential.signed.key_id) : undefined;
    case 'AUTHORIZATION_ERROR':
      return ownersQuestion(named);
    default:
      return undefined;
  }
}

const tokenQuestion = (token: string) => (mayBeToken(token) ? { token_sha256: hash('sha256', token) } : undefined);

const collectKeyQuestion = (collect_key: string) => (mayBeCollectKey(collect_key) ? { collect_key } : undefined);

const keyQuestion = (key_id: string) => (keyIdPattern.test(key_id) ? { key_id } : undefined);

function ownersQuestion(named: NamedIds[]): AccessQuestion | undefined {
  const question: AccessQuestion = {};
  for (const { datamart_id, organisation_id } of named) {
    if (datamart_id !== undefined && isId(datamart_id)) question.datamart_id = datamart_id;
    if (organisation_id !== undefined && isId(organisation_id)) question.organisation_id = organisation_id;
  }
  return Object.keys(question).length > 0 ? question : undefined;
}
