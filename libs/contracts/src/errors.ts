import { z } from 'zod';

/**
 * The closed set of errors a client can see (ADR 0002). `ApiError` is the only error thrown on purpose;
 * anything else that reaches the edge is a defect and answers 500 without a word of the inside.
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
  /** HTTP's own status where it has one for the case: 412, a condition of the request does not hold. */
  status?: 412;
}

export class ApiError extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    { status, ...options }: ApiErrorOptions = {},
  ) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status ?? httpStatus[code];
  }
}

export const notFound = () => new ApiError('RESOURCE_NOT_FOUND', 'Resource Not Found');
export const badData = (message: string) => new ApiError('BAD_REQUEST_DATA', message);
export const badFormat = (message: string) => new ApiError('BAD_REQUEST_FORMAT', message);
/** The caller may safely send the same request again. */
export const unavailable = (message: string, cause?: unknown) =>
  new ApiError('SERVICE_UNAVAILABLE', message, { cause });
/** Whether the same may succeed later: something is down, or overloaded. */
export const isUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE';
/** A rule of uniqueness or reference. */
export const constraintViolation = (message: string) => new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', message);
/** What the client has seen (`If-Match`) is not the current state any more. */
export const preconditionFailed = (message: string) =>
  new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', message, { status: 412 });
export const forbidden = () => new ApiError('AUTHORIZATION_ERROR', 'You are not authorized to do this');

/** Body of every error answer; `error_id` equals the X-Request-Id header and is what the logs hold. */
export const ErrorBody = z.object({
  status: z.literal('error'),
  error_code: z.enum(Object.keys(httpStatus) as ErrorCode[]),
  error_id: z.string().describe('Of this occurrence: the X-Request-Id, and what the logs hold.'),
  error: z.string().describe('For people; it names the field that is wrong.'),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
