import { ApiError, unavailable } from '@tributary/contracts/errors';

/** The file itself cannot be read: not the disk being full, not another process holding it, not what queries spilled. */
const damage =
  /not a valid DuckDB database file|Corrupt (database|WAL) file|Could not read enough bytes from file "[^"]*\.duckdb(\.wal)?"|Failure while replaying WAL/;
/** Nothing works any more until the file is opened anew. */
const fatal = /^FATAL Error|database has been invalidated/;
const passing =
  /^(FATAL Error|IO Error|Out of Memory Error|INTERRUPT Error|TransactionContext Error: Failed to commit)/;

/** Without `instanceof`: the native module's errors may belong to another realm. */
const message = (error: unknown) => String((error as { message?: unknown } | null)?.message ?? error);

export const isDamage = (error: unknown) => damage.test(message(error));
export const isFatal = (error: unknown) => fatal.test(message(error));

/**
 * For what is written: nothing but the file, the disk or this program can fail, for what is no fact was screened out
 * before. The cause may quote values, so that the message names its kind only.
 */
export function writeFailure(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const kind = /^[A-Za-z ]+(?=:)/.exec(message(error))?.[0] ?? 'an error';
  return unavailable(`facts cannot be written at the moment: ${kind}`, error);
}

/** For what is read: SERVICE_UNAVAILABLE when it may succeed later; a defect stays what it is. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof ApiError || !passing.test(message(error))) return error;
  return unavailable('reports are not available at the moment', error);
}
