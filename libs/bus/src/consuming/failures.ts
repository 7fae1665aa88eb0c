import { isUnavailable, unavailable, type ApiError } from '@tributary/contracts/errors';

const maxReasonLength = 2_000;

/** The handler fails on these messages, however often it is called. */
export class Poisoned extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** The handler failed after it had blocked the thread. */
export class ThreadBlocked extends Error {
  override readonly name = 'ThreadBlocked';

  constructor({ message }: Error) {
    super(`the handler blocked the thread, and then failed: ${message}`);
  }
}

export const asOutage = (cause: unknown) =>
  isUnavailable(cause) ? cause : unavailable('The disk or the broker refuses the write', cause);

/** For the log: our own message, and only the kind of the cause, because its message may quote a payload. */
export function summary({ message, cause }: ApiError): string {
  const { name, code } = (cause ?? {}) as Partial<Record<string, unknown>>;
  const kind = [name, code].filter((part) => typeof part === 'string').join(' ');
  return kind ? `${message} (${kind})` : message;
}

export const describeError = (error: unknown) =>
  shorten(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
export const shorten = (reason: string) =>
  reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength)}…` : reason;
