import { ApiError, unavailable } from '@tributary/contracts/errors';

/** The file itself cannot be read: not the disk being full, not another process holding it. */
const damage =
  /not a valid DuckDB database file|Corrupt (database|WAL) file|Could not read enough bytes|Failure while replaying WAL/;
/** Nothing works any more until the file is opened anew. */
const fatal = /^FATAL Error|database has been invalidated/;
const passing =
  /^(FATAL Error|IO Error|Out of Memory Error|INTERRUPT Error|TransactionContext Error: Failed to commit)/;

/** Without `instanceof`: the native module's errors may belong to another realm. */
const message = (error: unknown) => String((error as { message?: unknown } | null)?.message ?? error);

export const isDamage = (error: unknown) => damage.test(message(error));
export const isFatal = (error: unknown) => fatal.test(message(error));

/** SERVICE_UNAVAILABLE for what may succeed later; a defect stays what it is. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof ApiError || !passing.test(message(error))) return error;
  return unavailable('reports are not available at the moment', error);
}
