import type { AppName } from './processes-program.js';
import type { AppProcess } from './processes.js';

/** The running product: its URL, its first token, and its processes, which a test can kill. */
export interface Platform {
  url: string;
  /** API token of the first administrator. */
  token: string;
  /** @throws if this shape has no such process. */
  process(name: AppName): AppProcess;
  /** Adds the last output of every process to the error. */
  explain(error: unknown): Error;
  /** Stops all processes. Their output stays in a temporary directory. */
  stop(): Promise<void>;
}
