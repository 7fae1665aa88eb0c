import { ApiError, unavailable } from '@tributary/contracts/errors';

/** PostgreSQL's error codes, or whole classes of them (two characters), that may be gone at the next try. */
const transientStates = new Set([
  '08', // connection
  '53', // too many connections, out of memory or disk
  '25006', // read-only: a standby that is not yet, or no longer, the primary
  '25P03', // idle in transaction for too long
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
  '57014', // cancelled: statement time-out
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // starting up, shutting down, recovering
  '57P05', // idle session time-out
]);

const transientSystemErrors = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'],
]);

/** What pg and its pool say themselves, without a code. */
const transientMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/;

/**
 * True for errors of pg and TypeORM that say nothing about the statement, only about the moment: the database is down,
 * starting, full or overloaded, or two transactions were in each other's way. The same transaction may succeed later.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'SERVICE_UNAVAILABLE';
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, message, driverError } = error as Partial<Record<string, unknown>>;
  if (driverError !== undefined) return isTransient(driverError);
  if (typeof code !== 'string') return typeof message === 'string' && transientMessages.test(message);
  // The unix socket is missing while the server is down.
  if (code === 'ENOENT') return syscall === 'connect';
  return transientSystemErrors.has(code) || transientStates.has(code) || transientStates.has(code.slice(0, 2));
}

/** True when the connection is of no use after the error: it is gone, the server ends it, or an answer is still to come. */
export function endsConnection(error: unknown): error is Error {
  return isTransient(error) && !(error instanceof ApiError) && (error as { severity?: unknown }).severity !== 'ERROR';
}

/** The error to throw for a database error: `SERVICE_UNAVAILABLE` when it is transient, itself otherwise. */
export function mapped(error: unknown): unknown {
  if (error instanceof ApiError || !isTransient(error)) return error;
  return unavailable('The database is not available', error);
}
