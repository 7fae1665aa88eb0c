import { RequestFailure } from '../request-failure.js';
import type { DocumentImportExecution } from '../generated/types.gen.js';
import { hasEnded } from './estimate-progress.js';

/** Statuses of a limit, of a part that is away, and of a proxy before it. */
const temporary: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Whether a read may succeed later: of a 403 or a 404 it will not. */
export const isTemporary = (failure: unknown): boolean =>
  failure instanceof RequestFailure && (failure.status === undefined || temporary.has(failure.status));

/** The result of the last read of an execution. */
interface LastRead {
  execution: Pick<DocumentImportExecution, 'status'> | undefined;
  error: unknown;
}

/** After which pause an execution is read again. False: no more. */
export function pollPause({ execution, error }: LastRead, pauseMs: number): number | false {
  if (execution && hasEnded(execution)) return false;
  return error == null || isTemporary(error) ? pauseMs : false;
}

/** Waits, at most until the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
