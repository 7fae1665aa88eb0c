import { z } from 'zod';

/**
 * The closed set of errors a client can see (ADR 0002). `ApiError` is the only error thrown on purpose;
 * any other error is a defect, and its response is 500 without details.
 */
export const httpStatus = {
  BAD_REQUEST_FORMAT: 400,
  BAD_REQUEST_DATA: 400,
  CONSTRAINT_VIOLATION_EXCEPTION: 400,
  EMAIL_ALREADY_EXISTS: 400,
  AUTHENTICATION_ERROR: 401,
  TOKEN_ERROR: 401,
  MAC_ERROR: 401,
  AUTHORIZATION_ERROR: 403,
  RESOURCE_NOT_FOUND: 404,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof httpStatus;

export interface ApiErrorOptions extends ErrorOptions {
  /** 412: a condition of the request (`If-Match`) does not hold. */
  status?: 412;
  /** 503: seconds after which the request may succeed, if they are known. */
  retryAfter_s?: number;
}

export class ApiError extends Error {
  readonly status: number;
  readonly retryAfter_s: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    { status, retryAfter_s, ...options }: ApiErrorOptions = {},
  ) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status ?? httpStatus[code];
    this.retryAfter_s = retryAfter_s;
  }
}

export const notFound = () => new ApiError('RESOURCE_NOT_FOUND', 'Resource Not Found');
export const isNotFound = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'RESOURCE_NOT_FOUND';
/** @throws RESOURCE_NOT_FOUND for the absence of a value */
export function existing<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw notFound();
  return value;
}
export const badData = (message: string) => new ApiError('BAD_REQUEST_DATA', message);
export const badFormat = (message: string) => new ApiError('BAD_REQUEST_FORMAT', message);
/** The caller can safely send the same request again. */
export const unavailable = (message: string, cause?: unknown) =>
  new ApiError('SERVICE_UNAVAILABLE', message, { cause });
/** Whether the same operation may succeed later: a dependency is down or overloaded. */
export const isUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE';
/** A uniqueness or reference constraint is violated. */
export const constraintViolation = (message: string) => new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', message);
/** The state that the client has seen (`If-Match`) is no longer the current one. */
export const preconditionFailed = (message: string) =>
  new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', message, { status: 412 });
export const forbidden = (message = 'You are not authorized to do this') =>
  new ApiError('AUTHORIZATION_ERROR', message);

/** Body of every error response. `error_id` is the X-Request-Id header, which the logs contain. */
export const ErrorBody = z.object({
  status: z.literal('error'),
  error_code: z.enum(Object.keys(httpStatus) as ErrorCode[]),
  error_id: z.string().describe('Id of this occurrence: the X-Request-Id, which the logs contain.'),
  error: z.string().describe('Message for people; it names the field that is wrong.'),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
