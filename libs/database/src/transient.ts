import { ApiError, unavailable } from '@tributary/contracts/errors';

/**
 * Classes of PostgreSQL's error codes that are about the data: the same rows fail again at every try. All others are
 * about the server, its settings, its schema or its grants, which somebody can mend, or about our own statement.
 */
const dataFaults = new Set([
  '22', // data exception
  '23', // constraint violation
  '54', // more than PostgreSQL can hold: a value too long for its index, JSON too deep
]);

const transientSystemErrors = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'],
]);

/** What pg and its pool say themselves, without a code. */
const transientMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/;

/**
 * True for errors of pg and TypeORM that are not the data's fault: the database is down, starting, full or overloaded,
 * two transactions were in each other's way, a table or a grant is missing. The same transaction may succeed later, so
 * a message that met such an error is kept, however long that takes.
 *
 * A statement that we wrote wrongly is among them, for PostgreSQL cannot tell it from a schema that is not there yet:
 * a consumer waits for the next version, and a request is answered 503 instead of 500, its cause in the log.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'SERVICE_UNAVAILABLE';
  if (typeof error !== 'object' || error === null) return false;
  const { code, severity, syscall, message, driverError } = error as Partial<Record<string, unknown>>;
  if (driverError !== undefined) return isTransient(driverError);
  if (typeof code !== 'string') return typeof message === 'string' && transientMessages.test(message);
  // Only what the server itself reports has a severity.
  if (typeof severity === 'string') return !dataFaults.has(code.slice(0, 2));
  // The unix socket is missing while the server is down.
  if (code === 'ENOENT') return syscall === 'connect';
  return transientSystemErrors.has(code);
}

/** True for an error of the server that is about the data: the same rows fail again at every try. */
export function isDataFault(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as Partial<Record<string, unknown>>;
  return typeof severity === 'string' && typeof code === 'string' && dataFaults.has(code.slice(0, 2));
}

/** True when the connection is of no use after the error: it is gone, the server ends it, or an answer is still to come. */
export function endsConnection(error: unknown): error is Error {
  return isTransient(error) && !(error instanceof ApiError) && (error as { severity?: unknown }).severity !== 'ERROR';
}

/** The error to throw for a database error: `SERVICE_UNAVAILABLE` when it is transient, itself otherwise. */
export function mapped(error: unknown): unknown {
  return isTransient(error) ? outage(error) : error;
}

/** The error to throw when there is no connection: whatever it says, no data has been looked at yet. */
export const outage = (error: unknown): ApiError =>
  error instanceof ApiError ? error : unavailable('The database is not available', error);
