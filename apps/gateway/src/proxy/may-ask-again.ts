/** Nobody has taken the request. */
const notConnected = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
/** The connection has ended before the answer began: its owner has perhaps seen the request, perhaps not. */
const cutOff = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** A request that no owner has answered, and what became of it. */
export interface Unanswered {
  method: string;
  /** A body that went on its way is gone. */
  hasBody: boolean;
  error: unknown;
}

/**
 * Whether to send a request once more, on another connection, which may lead to another process of the owner: one that
 * was stopped or killed leaves idle connections behind. What may have been done already is not asked for twice.
 */
export function mayAskAgain({ method, hasBody, error }: Unanswered): boolean {
  if (hasBody) return false;
  const { code = '' } = error as { code?: string };
  return notConnected.has(code) || (isSafe(method) && cutOff.has(code));
}

const isSafe = (method: string) => method === 'GET' || method === 'HEAD';
