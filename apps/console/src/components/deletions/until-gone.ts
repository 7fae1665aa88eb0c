import { RequestFailure } from '@tributary/client/request-failure';

/**
 * Takes the 404 of a deletion for its success: what was to be deleted is gone, by an earlier try that was answered 503 though it
 * took effect, or by someone else. A 404 that is not the API's own is a failure: it says nothing about what is stored.
 */
export async function untilGone(deletion: Promise<unknown> | undefined): Promise<void> {
  try {
    await deletion;
  } catch (failure) {
    if (!isGone(failure)) throw failure;
  }
}

/** Whether a deletion that failed so may have taken effect: there was no answer, or that of a server in trouble. */
export const mayHaveTakenEffect = (failure: unknown): boolean =>
  failure instanceof RequestFailure && (failure.status === undefined || failure.status >= 500);

const isGone = (failure: unknown) =>
  failure instanceof RequestFailure && failure.status === 404 && failure.error_code === 'RESOURCE_NOT_FOUND';
