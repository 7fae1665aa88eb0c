import { once } from 'node:events';
import inspector from 'node:inspector';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { context } from '@opentelemetry/api';
import { InFlightBatches } from '@tributary/bus/suspects/in-flight-batches';
import { requestIdOf } from '../async-context.js';
import { Heartbeat } from './heartbeat.js';
import { askName, type WatchdogData, type WatchdogLimits } from './watchdog-data.js';

const defaultLimits: WatchdogLimits = { tickMs: 250, suspectAfterMs: 5_000, endAfterMs: 10_000, endWithinMs: 5_000 };

export interface WatchdogOptions extends Pick<WatchdogData, 'app' | 'suspectLog'> {
  inFlight: InFlightBatches;
  limits?: Partial<WatchdogLimits>;
}

export interface Watchdog {
  stop: () => Promise<void>;
}

/** The compiled file, even if this one runs from its source. */
const threadFile = createRequire(import.meta.url).resolve('@tributary/runtime/watchdog/watchdog-thread');

/** The innermost ones may all be of a driver. */
const maxFrames = 30;

let running: { heartbeat: Heartbeat; thread: Worker; endWithinMs: number } | undefined;

/**
 * Starts a thread that notices when this one is blocked: it stores which batches were in flight, and ends the process, so
 * that it is restarted. Start it before the consumers, and after all that may block the thread at the start: on a slow
 * machine that is more than the limit, and the process would end at each start.
 */
export async function startWatchdog({ inFlight, limits, ...options }: WatchdogOptions): Promise<Watchdog> {
  const heartbeat = new Heartbeat();
  const all = { ...defaultLimits, ...limits };
  (globalThis as Record<symbol, unknown>)[Symbol.for(askName)] = describeWork;
  const workerData: WatchdogData = { ...options, heartbeat: heartbeat.memory, inFlight: inFlight.memory, limits: all };
  const thread = new Worker(threadFile, { name: 'watchdog', workerData, execArgv: [] });
  await once(thread, 'online');
  thread.unref();
  running = { heartbeat, thread, endWithinMs: all.endWithinMs };
  const beat = () => heartbeat.beat(inspector.url() !== undefined);
  const timer = setInterval(beat, all.tickMs).unref();
  beat();
  return {
    stop: async () => {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}

/** From now on the process ends within a bound, even if its log or its shutdown hangs. */
export const beginEnd = (): void => running?.heartbeat.beginEnd();

/**
 * Marks the batch whose code has ended the process, if it is one. Nothing else runs on this thread meanwhile. If it cannot
 * be stored, there is time left for the log.
 */
export function markBeforeEnd(): void {
  const slots = InFlightBatches.current();
  if (!running || slots.length === 0) return;
  running.thread.postMessage(slots);
  running.heartbeat.waitUntilMarked(running.endWithinMs * 0.8);
}

/** Called in the middle of the work that blocks the thread, and so in the context of that work. */
function describeWork(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = maxFrames;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return JSON.stringify({
    // Without this function and its call.
    stack: stack.split('\n').slice(3).join('\n'),
    slots: InFlightBatches.current(),
    request_id: requestIdOf(context.active()),
  });
}
