import { ApiError, unavailable } from '@tributary/contracts/errors';

/** The file itself is unreadable. A full disk, a lock of another process, and errors in spill files do not match. */
const damage =
  /not a valid DuckDB database file|Corrupt (database|WAL) file|Could not read enough bytes from file "[^"]*\.duckdb(\.wal)?"|Failure while replaying WAL/;
/** Every statement fails until the file is reopened. */
const fatal = /^FATAL Error|database has been invalidated/;
/** The same statement may succeed later. */
const transient =
  /^(FATAL Error|IO Error|Out of Memory Error|INTERRUPT Error|TransactionContext Error: Failed to commit)/;

/** Does not use `instanceof`: errors of the native module may belong to another realm. */
const message = (error: unknown) => String((error as { message?: unknown } | null)?.message ?? error);

export const isDamage = (error: unknown) => damage.test(message(error));
export const isFatal = (error: unknown) => fatal.test(message(error));

/**
 * The error of a failed write. Messages were validated before, so only the file, the disk or this program can be at
 * fault. The cause may quote values of facts, so the message names only its kind.
 */
export function writeFailure(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const kind = /^[A-Za-z ]+(?=:)/.exec(message(error))?.[0] ?? 'an error';
  return unavailable(`facts cannot be written at the moment: ${kind}`, error);
}

/** The error of a failed read: SERVICE_UNAVAILABLE if it may succeed later. A defect is returned unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof ApiError || !transient.test(message(error))) return error;
  return unavailable('reports are not available at the moment', error);
}
