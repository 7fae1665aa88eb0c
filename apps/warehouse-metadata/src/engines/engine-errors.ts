import { getSystemErrorMap } from 'node:util';
import { ApiError, unavailable } from '@tributary/contracts/errors';

/**
 * The engine has refused, and will refuse again until the credentials change.
 *
 * @param message a text of our own: an engine knows the credentials, and its texts may have them
 */
export const refused = (message: string, cause?: unknown) =>
  new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', message, { cause: loggableError(cause) });

/** Errors of drivers and schemas about an answer that they cannot read. */
const ofMalformedAnswers = ['RangeError', 'SyntaxError', 'TypeError', 'ZodError'];

/** Any other failure of a driver: the same refresh may succeed later. */
export const unreachable = (cause: unknown) => {
  if (cause instanceof Error && ofMalformedAnswers.includes(cause.name)) return unusable('it is malformed', cause);
  const code = knownCode(cause);
  const kind = code === undefined ? '' : ` (${code})`;
  return unavailable(`The engine cannot be reached or does not answer in time${kind}`, loggableError(cause));
};

/** An answer that no engine of this type gives. */
export const unusable = (what: string, cause?: unknown) =>
  unavailable(`The engine's answer cannot be used: ${what}`, loggableError(cause));

/** The code of a driver's error. An engine may have chosen it: compare it, but never show it. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? String(code) : '';
}

const systemCodes: ReadonlySet<string> = new Set(
  [...getSystemErrorMap().values()].map(([name]) => name).concat('ERR_SOCKET_CLOSED', 'EPROTO'),
);
/** Temporary failures of PostgreSQL: too many connections, a shutdown, a recovery, a cancelled statement. */
const sqlStates: ReadonlySet<string> = new Set(['53300', '57P01', '57P02', '57P03', '57014']);

/** The code of an error that the operating system or PostgreSQL gives. Any other one may be a text of the engine. */
function knownCode(error: unknown): string | undefined {
  const code = codeOf(error);
  return systemCodes.has(code) || sqlStates.has(code) ? code : undefined;
}

/** The part of a driver's error that may be logged. Its message can quote the credentials, its other properties the whole request. */
function loggableError(cause: unknown): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const name = ofMalformedAnswers.includes(cause.name) ? cause.name : 'Error';
  return new Error(`${name} of the driver (${knownCode(cause) ?? 'without a known code'})`);
}
