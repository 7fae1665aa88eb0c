import { auditRuleOf, takesPurpose } from '@tributary/contracts/audit/audit-rules';
import { httpStatus, type ErrorCode } from '@tributary/contracts/errors';
import type { Operation } from '@tributary/contracts/endpoints/operation';

/** Parameters of tenants, and of what a PUT creates. */
const neverUnknown = /^:((datamart|organisation|community)_id|event_name)$/;
const checkedInPath =
  /^:(datamart_id|organisation_id|community_id|user_id|user_point|compartment|account|processing|event_name)$/;

/** Errors that any request may get, from its head, its credential, its caller's roles, and the platform. */
const always: ErrorCode[] = [
  'BAD_REQUEST_FORMAT',
  'AUTHENTICATION_ERROR',
  'TOKEN_ERROR',
  'AUTHORIZATION_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** Every error code that an operation may answer, except the 412 of a precondition. */
export function errorsOf({ method, path, signed, body, query, errors = {} }: Operation): ErrorCode[] {
  const parameters = path.split('/').filter((part) => part.startsWith(':'));
  const codes = new Set<ErrorCode>([...always, ...(Object.keys(errors) as ErrorCode[])]);
  if (signed) codes.add('MAC_ERROR');
  const audited = auditRuleOf(method, path);
  const hasPurpose = audited !== undefined && takesPurpose(audited);
  if (body?.['application/json'] || query || hasPurpose || parameters.some((name) => checkedInPath.test(name)))
    codes.add('BAD_REQUEST_DATA');
  // A tenant that the caller has no role in answers 403, even if it does not exist. Other invisible resources answer
  // 404.
  if (parameters.some((name) => !neverUnknown.test(name))) codes.add('RESOURCE_NOT_FOUND');
  return (Object.keys(httpStatus) as ErrorCode[]).filter((code) => codes.has(code));
}

/** Groups the codes by status. A defect answers 500 with the code SERVICE_UNAVAILABLE. */
export function byStatus(codes: ErrorCode[]): Map<number, ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = httpStatus[code];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found.set(500, ['SERVICE_UNAVAILABLE']);
}
