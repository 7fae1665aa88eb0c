import { HttpException } from '@nestjs/common';
import { ApiError, badFormat, type ErrorBody } from '@tributary/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Headers of every response: browsers do not guess the content type, and no cache stores personal data or secrets. An
 * app whose responses may be cached (with an ETag) sets its own `Cache-Control`.
 */
export const defaultHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

/** Seconds after which a client may retry a request that was answered with 503, if the error has no others. */
export const retryAfter = '1';

/** Maximum length of an error message, characters. */
const maxMessageLength = 1_000;

/**
 * The only place that turns an error into a response. An unexpected error becomes 500 without internal details. Every 500
 * and 503 is logged with the `error_id` that the client sees.
 */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = asApiError(thrown, request);
  const status = error?.status ?? 500;
  if (status >= 500) {
    const { id } = request;
    request.log[error ? 'warn' : 'error'](
      { err: error?.cause ?? thrown, request_id: id, error_id: id },
      'request failed',
    );
  }
  if (status === 503) void reply.header('retry-after', error?.retryAfter_s ?? retryAfter);
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
    error: error ? messageOf(error) : 'Internal error',
  };
}

/** The message for the client. It may quote the request, so its length is limited. */
export const messageOf = ({ message }: ApiError): string => message.slice(0, maxMessageLength);

/** Undefined for an unexpected error. */
function asApiError(thrown: unknown, request: FastifyRequest): ApiError | undefined {
  if (thrown instanceof ApiError) return thrown;
  const status = statusOf(thrown);
  if (status === 404) return new ApiError('RESOURCE_NOT_FOUND', 'Resource Not Found');
  // Fastify and Nest refuse some requests before our code runs: malformed content type, body over the limit, bad URL.
  if (status === 415) return wrongContentType(request);
  if (status >= 400 && status < 500) return new ApiError('BAD_REQUEST_FORMAT', formatMessage(thrown as FrameworkError));
  return undefined;
}

type FrameworkError = Error & { code?: string };

/** Fastify's message quotes a URL that it cannot decode; the URL may contain identifiers of a person. */
const formatMessage = ({ code = '', message }: FrameworkError) => ownMessages[code] ?? message;

const ownMessages: Record<string, string> = { FST_ERR_BAD_URL: 'the path is not validly percent-encoded' };

/** Says which content types a route takes. Nest keeps only the status of Fastify's error. */
export const wrongContentType = ({ routeOptions }: FastifyRequest): ApiError =>
  badFormat(
    `Content-Type: must be application/json${routeOptions.config.takesNdjson ? ' or application/x-ndjson' : ''}`,
  );

function statusOf(thrown: unknown): number {
  if (typeof thrown !== 'object' || thrown === null) return 500;
  if (thrown instanceof HttpException) return thrown.getStatus();
  return 'statusCode' in thrown && typeof thrown.statusCode === 'number' ? thrown.statusCode : 500;
}
