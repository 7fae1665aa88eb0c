import { ApiError, unavailable } from '@tributary/contracts/errors';

/** The engine has answered, and will answer so until somebody changes the credentials. */
export const refused = (message: string, cause?: unknown) =>
  new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', message, { cause: wordsOf(cause) });

/** Any failure of a driver that is not the engine's refusal: the same refresh may succeed later. */
export const unreachable = (cause: unknown) => {
  const { code } = (cause ?? {}) as Partial<Record<string, unknown>>;
  const kind = typeof code === 'string' || typeof code === 'number' ? ` (${code})` : '';
  return unavailable(`The engine cannot be reached or does not answer in time${kind}`, wordsOf(cause));
};

/** What may go into the log: a driver's error can carry the whole request, with the token in its head. */
function wordsOf(cause: unknown): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code } = cause as { code?: unknown };
  return Object.assign(new Error(`${cause.name}: ${cause.message}`), { code });
}
