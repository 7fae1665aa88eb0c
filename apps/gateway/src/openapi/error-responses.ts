import { ErrorBody, type ErrorCode } from '@tributary/contracts/errors';
import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { Endpoint } from '../routes.js';
import { byStatus, errorsOf } from './errors-of.js';

/** An example message for each code. */
const messages: Record<ErrorCode, string> = {
  BAD_REQUEST_FORMAT: 'the body is not JSON, at position 12',
  BAD_REQUEST_DATA: 'name: must not be empty',
  CONSTRAINT_VIOLATION_EXCEPTION: 'key_id: is or was the id of another key',
  EMAIL_ALREADY_EXISTS: 'email: another user has it already',
  AUTHENTICATION_ERROR: 'send an API token in the Authorization header',
  TOKEN_ERROR: 'the token is unknown, expired or revoked',
  MAC_ERROR: 'the key is unknown or expired, or the digest is wrong',
  AUTHORIZATION_ERROR: 'You are not authorized to do this',
  RESOURCE_NOT_FOUND: 'Resource Not Found',
  SERVICE_UNAVAILABLE: 'The database is not available',
};

const meanings: Record<number, string> = {
  400: 'The request is malformed or invalid.',
  401: 'The credential is missing or invalid.',
  403: 'The caller is authenticated but not authorized.',
  404: 'The resource does not exist, or the caller cannot see it.',
  412: 'A precondition of the request is not met.',
  500: 'A defect. The response reveals no internals.',
  503: 'A component is down, overloaded or too slow. The same request may safely be retried.',
};

export const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
const error_id = '5c3f4c1e-7f6f-4d0a-9a43-0d1f6a1f4b57';

/** The error responses of one document. Equal responses share a component. */
export class ErrorResponses {
  private readonly shared = new Map<string, ZodOpenApiResponseObject>();

  of(endpoint: Endpoint): Record<number, ZodOpenApiResponseObject> {
    const { errors = {}, conflict } = endpoint;
    const responses: Record<number, ZodOpenApiResponseObject> = {};
    for (const [status, codes] of byStatus(errorsOf(endpoint))) {
      const own = codes.flatMap((code) => (errors[code] ? [`${code}: ${errors[code]}.`] : []));
      responses[status] = own.length > 0 ? response(status, codes, own) : this.sharedOne(status, codes);
    }
    if (conflict) responses[412] = response(412, ['CONSTRAINT_VIOLATION_EXCEPTION'], [`${conflict}.`]);
    return responses;
  }

  private sharedOne(status: number, codes: ErrorCode[]): ZodOpenApiResponseObject {
    const id = `Error${status}.${codes.join('.')}`;
    const known = this.shared.get(id) ?? { ...response(status, codes), id };
    this.shared.set(id, known);
    return known;
  }
}

function response(status: number, codes: ErrorCode[], own: string[] = []): ZodOpenApiResponseObject {
  const examples: Record<string, { value: ErrorBody }> = {};
  for (const code of codes) examples[code] = { value: exampleOf(status, code) };
  const schema = ErrorBody.extend({ error_code: z.enum(codes) });
  return {
    description: [meanings[status], ...own].join('\n\n'),
    headers: { ...requestId, ...(status === 503 && retryAfter) },
    content: { 'application/json': { schema, examples } },
  };
}

const exampleOf = (status: number, error_code: ErrorCode): ErrorBody => ({
  status: 'error',
  error_code,
  error_id,
  error: status === 500 ? 'Internal error' : messages[error_code],
});
