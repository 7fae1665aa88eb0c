import { ApiError, unavailable } from '@tributary/contracts/errors';

/**
 * Classes of PostgreSQL error codes that are about the data: the same rows fail again on every retry. All other classes
 * are about the server, its settings, schema or grants, which an operator can repair, or about our own statement.
 */
const dataFaults = new Set([
  '22', // data exception
  '23', // constraint violation
  '54', // more than PostgreSQL can hold: a value too long for its index, JSON too deep
]);

const checkViolation = '23514';
/** Only a standby, or a primary that is being demoted, refuses writes. */
const readOnlyTransaction = '25006';

const transientSystemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
]);

/** Messages of pg and its pool that have no code. */
const transientMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/;

/**
 * True for errors of pg and TypeORM that the data did not cause: the database is down, starting, full or overloaded, two
 * transactions conflict, a table or a grant is missing. The same transaction may succeed later, so a consumer keeps the
 * message and retries without limit.
 *
 * This includes a wrong statement of ours, because PostgreSQL reports it like a schema that does not exist yet. A
 * consumer then waits for the next version; a request is answered 503 instead of 500, with the cause in the log.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'SERVICE_UNAVAILABLE';
  if (typeof error !== 'object' || error === null) return false;
  const { code, severity, syscall, message, driverError } = error as Partial<Record<string, unknown>>;
  if (driverError !== undefined) return isTransient(driverError);
  if (typeof code !== 'string') return typeof message === 'string' && transientMessages.test(message);
  // Only errors reported by the server have a severity.
  if (typeof severity === 'string') return !isDataFault(error);
  // The unix socket does not exist while the server is down.
  if (code === 'ENOENT') return syscall === 'connect';
  return transientSystemErrors.has(code);
}

/** True for a server error about the data: the same rows fail again on every retry. */
export function isDataFault(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as Partial<Record<string, unknown>>;
  if (typeof severity !== 'string' || typeof code !== 'string') return false;
  return dataFaults.has(code.slice(0, 2)) && !isMissingPartition(error);
}

/**
 * True if the schema has no partition for a row. PostgreSQL reports it with the code of a check constraint, but names
 * none. Also true for the `SERVICE_UNAVAILABLE` that it is mapped to.
 */
export function isMissingPartition(error: unknown): boolean {
  if (error instanceof ApiError) return isMissingPartition(error.cause);
  const { code, severity, constraint } = (error ?? {}) as Partial<Record<string, unknown>>;
  return code === checkViolation && typeof severity === 'string' && constraint === undefined;
}

/**
 * True if the connection is unusable after the error: it is lost, the server closes it, a reply is still pending, or it
 * leads to a standby, while a new one may reach the primary.
 */
export function endsConnection(error: unknown): error is Error {
  if (!isTransient(error) || error instanceof ApiError) return false;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return severity !== 'ERROR' || code === readOnlyTransaction;
}

/** The error to throw for a database error: `SERVICE_UNAVAILABLE` if it is transient, otherwise the error itself. */
export function mapped(error: unknown): unknown {
  return isTransient(error) ? outage(error) : error;
}

/** The error to throw if no connection was made. No data was involved yet, so it is always an outage. */
export const outage = (error: unknown): ApiError =>
  error instanceof ApiError ? error : unavailable('The database is not available', error);
