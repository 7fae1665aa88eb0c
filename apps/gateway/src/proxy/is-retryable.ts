/** The request has not reached an owner. */
const notConnected = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
/** The connection ended before the answer began: the owner may have processed the request. */
const disconnected = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** A request that got no answer. */
interface FailedRequest {
  method: string;
  /** A body is streamed, so it cannot be sent twice. */
  hasBody: boolean;
  error: unknown;
}

/**
 * Whether to send a request once more. The retry uses another connection, possibly to another process of the owner: a
 * process that was stopped or killed leaves idle connections behind. A write that may have been applied is not retried.
 */
export function isRetryable({ method, hasBody, error }: FailedRequest): boolean {
  if (hasBody) return false;
  const { code = '' } = error as { code?: string };
  return notConnected.has(code) || (isSafe(method) && disconnected.has(code));
}

const isSafe = (method: string) => method === 'GET' || method === 'HEAD';
