import { client } from '@tributary/client/generated/client.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { exitCodes, Failure, Interrupted, UsageProblem } from './output/failures.js';
import { endProgress, say } from './output/status-messages.js';
import { describeRequestFailure } from './requests/describe-failure.js';
import { PrintedRequest } from './requests/print-request.js';

/** Says what went wrong, and what to do about it. @returns the exit code */
export function reportFailure(error: unknown): number {
  endProgress();
  if (error instanceof PrintedRequest) return 0;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  const { message, hint } = describe(error);
  say(`error: ${message}`, 'red');
  if (hint !== undefined) say(hint);
  return error instanceof UsageProblem ? exitCodes.usage : exitCodes.failure;
}

function describe(error: unknown): { message: string; hint?: string | undefined } {
  if (error instanceof RequestFailure)
    return describeRequestFailure(error, client.getConfig().baseUrl?.replace(/\/v1$/, '') ?? '');
  if (error instanceof Failure) return error;
  return { message: error instanceof Error ? error.message : String(error) };
}
