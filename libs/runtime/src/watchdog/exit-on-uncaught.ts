import type { Logger } from '../logger.js';
import { beginEnd, markBeforeEnd } from './watchdog.js';

/**
 * Ends the process with code 1 after an error that nothing caught, also of a promise: its state is unknown, and what it
 * has accepted is stored or sent again. The log names the error and where it comes from; the message whose handling it
 * belongs to is marked.
 *
 * @returns a function that ends this
 */
export function exitOnUncaught(logger: Logger): () => void {
  const die = (error: unknown, origin: string) => {
    beginEnd();
    try {
      // Before the log, which may hang.
      markBeforeEnd();
    } finally {
      try {
        logger.fatal({ origin, ...describeUncaught(error) }, 'nothing caught an error; the process ends');
      } finally {
        process.exit(1);
      }
    }
  };
  process.on('uncaughtException', die);
  return () => void process.off('uncaughtException', die);
}

/** Errors whose messages come from Node.js, the language or the system: they name no data. */
const hasSafeMessage = (error: Error) =>
  'syscall' in error || error instanceof TypeError || error instanceof RangeError;

/** The message may quote a payload: other errors are named by kind and place. */
function describeUncaught(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = '' } = error;
  const { code } = error as { code?: unknown };
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { type: name, code, message: hasSafeMessage(error) ? message : undefined, stack: frames.join('\n') };
}
