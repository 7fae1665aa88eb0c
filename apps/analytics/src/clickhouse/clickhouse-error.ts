import { ClickHouseError } from '@clickhouse/client';
import { ApiError, unavailable } from '@tributary/contracts/errors';
import { isTlsError } from '@tributary/contracts/tls-error';
import { ConfigError } from '@tributary/runtime/config';

const authenticationFailed = '516';
const accessDenied = '497';

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
  authenticationFailed,
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
  return unavailable(`facts cannot be written at the moment: ${kindOf(error)}`, error);
}

function kindOf(error: unknown): string {
  if (error instanceof ClickHouseError) return error.type ?? `code ${error.code}`;
  return isTlsError(error) ? 'TLS fails' : 'no connection';
}

/** The error of a start that no retry helps, with the settings to check. An outage and a defect are returned unchanged. */
export function asConfigError(error: unknown): unknown {
  const explained = explainAccess(error);
  return explained === undefined ? error : new ConfigError(explained, { cause: error });
}

function explainAccess(error: unknown): string | undefined {
  if (isTlsError(error))
    return `TLS to ClickHouse fails: check CLICKHOUSE_URL and CLICKHOUSE_SSL_CA (${error.message.trim()})`;
  if (!(error instanceof ClickHouseError)) return undefined;
  if (error.code === authenticationFailed)
    return `ClickHouse refuses the user: check CLICKHOUSE_USER and CLICKHOUSE_PASSWORD (${error.message})`;
  if (error.code === accessDenied) return `ClickHouse denies the user of CLICKHOUSE_USER access (${error.message})`;
  return undefined;
}

/**
 * The error of a failed read: SERVICE_UNAVAILABLE if it may succeed later, and for everything that is no answer of ClickHouse.
 * What ClickHouse refuses for good is a defect, and is returned unchanged.
 */
export function asUnavailable(error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof ApiError || (code !== undefined && !transient.has(code))) return error;
  return unavailable('reports are not available at the moment', error);
}
