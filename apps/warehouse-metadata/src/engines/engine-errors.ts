import { ApiError, unavailable } from '@tributary/contracts/errors';

/** The engine has refused, and will refuse again until the credentials change. */
export const refused = (message: string, cause?: unknown) =>
  new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', message, { cause: loggableError(cause) });

/** Errors of drivers and schemas about an answer that they cannot read. */
const ofMalformedAnswers = ['RangeError', 'SyntaxError', 'TypeError', 'ZodError'];

/** Any other failure of a driver: the same refresh may succeed later. */
export const unreachable = (cause: unknown) => {
  if (cause instanceof Error && ofMalformedAnswers.includes(cause.name)) return unusable('it is malformed', cause);
  const { code } = (cause ?? {}) as Partial<Record<string, unknown>>;
  const kind = typeof code === 'string' || typeof code === 'number' ? ` (${code})` : '';
  return unavailable(`The engine cannot be reached or does not answer in time${kind}`, loggableError(cause));
};

/** An answer that no engine of this type gives. */
export const unusable = (what: string, cause?: unknown) =>
  unavailable(`The engine's answer cannot be used: ${what}`, loggableError(cause));

/** The error without its other properties: a driver's error can contain the whole request, with the token in a header. */
function loggableError(cause: unknown): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code } = cause as { code?: unknown };
  return Object.assign(new Error(`${cause.name}: ${cause.message}`), { code });
}
