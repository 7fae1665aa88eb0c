import { RequestFailure } from '@tributary/client/request-failure';

/** What a user can do after a refresh that failed. The message of the server says why. */
export function explainRefusal(failure: unknown): string | undefined {
  if (!(failure instanceof RequestFailure)) return undefined;
  if (failure.status === 503 || failure.status === undefined)
    return 'The stored metadata is unchanged. Check that the engine runs, that its host and port are right, and that it accepts connections from the platform; then try again. A very large warehouse may need “Refresh in the background”.';
  if (failure.error_code === 'CONSTRAINT_VIOLATION_EXCEPTION')
    return 'The stored metadata is unchanged. Check user, password, database and encryption, and set the credentials again.';
  return undefined;
}
