import { HttpException } from '@nestjs/common';
import { ApiError, type ErrorBody } from '@tributary/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Seconds after which a client may try again what was unavailable. */
export const retryAfter = '1';

/** Longest message, characters. */
const maxMessageLength = 1_000;

/**
 * The one place where an error becomes an answer. A defect answers 500 and says nothing of the inside; it and every
 * 503 are logged under the `error_id` that the client sees.
 */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = asApiError(thrown);
  const status = error?.status ?? 500;
  if (status >= 500)
    request.log[error ? 'warn' : 'error']({ err: error?.cause ?? thrown, error_id: request.id }, 'request failed');
  if (status === 503) void reply.header('retry-after', retryAfter);
  void reply
    .code(status)
    .header('x-request-id', request.id)
    .type('application/json')
    .send(JSON.stringify(errorBody(error, request.id)));
}

function errorBody(error: ApiError | undefined, error_id: string): ErrorBody {
  return {
    status: 'error',
    error_code: error?.code ?? 'SERVICE_UNAVAILABLE',
    error_id,
    // A message may quote what was sent.
    error: (error?.message ?? 'Internal error').slice(0, maxMessageLength),
  };
}

/** undefined for a defect. */
function asApiError(thrown: unknown): ApiError | undefined {
  if (thrown instanceof ApiError) return thrown;
  const status = statusOf(thrown);
  if (status === 404) return new ApiError('RESOURCE_NOT_FOUND', 'Resource Not Found');
  // Fastify and Nest refuse a request before our code sees it: an unknown content type, a body over the limit, a bad URL.
  if (status >= 400 && status < 500) return new ApiError('BAD_REQUEST_FORMAT', formatMessage(thrown as FrameworkError));
  return undefined;
}

type FrameworkError = Error & { code?: string };

/** Fastify quotes a URL that it cannot decode, with the identifiers in it. */
const formatMessage = ({ code, message }: FrameworkError) =>
  code === 'FST_ERR_BAD_URL' ? 'the path is not validly percent-encoded' : message;

function statusOf(thrown: unknown): number {
  if (typeof thrown !== 'object' || thrown === null) return 500;
  if (thrown instanceof HttpException) return thrown.getStatus();
  return 'statusCode' in thrown && typeof thrown.statusCode === 'number' ? thrown.statusCode : 500;
}
