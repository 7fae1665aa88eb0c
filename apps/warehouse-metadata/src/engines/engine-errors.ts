import { ApiError, unavailable } from '@tributary/contracts/errors';

/** The engine has answered, and will answer so until somebody changes the credentials. */
export const refused = (message: string, cause?: unknown) =>
  new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', message, { cause });

/** Any failure of a driver that is not the engine's refusal: the same refresh may succeed later. */
export const unreachable = (cause: unknown) => {
  const { code } = (cause ?? {}) as Partial<Record<string, unknown>>;
  const kind = typeof code === 'string' || typeof code === 'number' ? ` (${code})` : '';
  return unavailable(`The engine cannot be reached or does not answer in time${kind}`, cause);
};
