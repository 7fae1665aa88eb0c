import type { SuspectLogLocation } from '@tributary/bus/open-suspect-log';

export interface WatchdogLimits {
  /** How often each thread shows that it runs. */
  tickMs: number;
  /** A batch that blocks the thread for so long is suspect. Half of a session in Kafka, so that it is stored in time. */
  suspectAfterMs: number;
  /** The process ends when its main thread is blocked for so long. */
  endAfterMs: number;
  /** The most time between an error that nothing caught and the end of the process. */
  endWithinMs: number;
}

/** The data that the watchdog's thread is started with. */
export interface WatchdogData {
  /** The app's name, for the log. */
  app: string;
  heartbeat: SharedArrayBuffer;
  inFlight: SharedArrayBuffer;
  suspectLog: SuspectLogLocation;
  limits: WatchdogLimits;
}

/** The work of a blocked thread, as it reports itself. */
export interface WorkInProgress {
  stack: string;
  /** The batches whose code runs. */
  slots?: number[];
  request_id?: string;
}

/** The name of the function by which the watchdog's thread asks a blocked thread what it does. */
export const askName = 'tributary.work-in-progress';
