import { ClickHouseError } from '@clickhouse/client';
import { ApiError, unavailable } from '@tributary/contracts/errors';

/**
 * Codes of ClickHouse after which the same statement may succeed: a limit of time, memory or queries, a server that starts
 * or stops, a user that is being changed, a full disk, a lost replica.
 */
const transient = new Set([
  '159', // TIMEOUT_EXCEEDED
  '160', // TOO_SLOW
  '202', // TOO_MANY_SIMULTANEOUS_QUERIES
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '236', // ABORTED
  '241', // MEMORY_LIMIT_EXCEEDED
  '242', // TABLE_IS_READ_ONLY
  '243', // NOT_ENOUGH_SPACE
  '252', // TOO_MANY_PARTS
  '279', // ALL_CONNECTION_TRIES_FAILED
  '319', // UNKNOWN_STATUS_OF_INSERT
  '394', // QUERY_WAS_CANCELLED
  '516', // AUTHENTICATION_FAILED
  '999', // KEEPER_EXCEPTION
]);

/** The number of ClickHouse's error; undefined for an error of the connection. */
const codeOf = (error: unknown) => (error instanceof ClickHouseError ? error.code : undefined);

/**
 * The error of a failed write. Messages were validated before, so only the server or this program can be at fault. The
 * cause may quote values of facts, so the message names only its kind.
 */
export function writeFailure(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const kind = error instanceof ClickHouseError ? (error.type ?? `code ${error.code}`) : 'no connection';
  return unavailable(`facts cannot be written at the moment: ${kind}`, error);
}

/** The error of a failed read: SERVICE_UNAVAILABLE if it may succeed later. A defect is returned unchanged. */
export function asUnavailable(error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof ApiError || (code !== undefined && !transient.has(code))) return error;
  return unavailable('reports are not available at the moment', error);
}
