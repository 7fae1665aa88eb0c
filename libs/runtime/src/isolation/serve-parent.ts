import { Worker } from 'node:worker_threads';

/** Memory of an isolated process. V8 ends one with a full heap by SIGABRT. */
export interface ProcessMemory {
  heapMb: number;
  semiSpaceMb: number;
  /** Resident memory, buffers included: above it the process ends by the signal. */
  maxBytes: number;
  signal: NodeJS.Signals;
}

export interface Watch extends ProcessMemory {
  /** The pid of the parent. If it has died already, process.ppid is that of another process. */
  parent: number;
}

/**
 * Makes this process serve the parent that has started it (`IsolatedProcess`).
 *
 * @returns sends a message to the parent; rejects if it is gone
 */
export function serveParent<Received, Sent>(
  memory: ProcessMemory,
  receive: (message: Received) => void,
): (message: Sent) => Promise<void> {
  watchMemory(memory);
  process.on('message', receive);
  process.on('disconnect', () => process.exit(0));
  // A terminal sends it to the whole group; the parent decides when its work ends.
  process.on('SIGINT', () => undefined);
  return (message) =>
    new Promise((resolve, reject) => {
      process.send?.(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
    });
}

/**
 * Ends this process if it uses too much memory, which --max-old-space-size does not limit for buffers, or if its parent has
 * died. The first argument of the process is the parent's pid. A thread does it, because an answer from outside may keep
 * the main thread busy for ever.
 */
function watchMemory(memory: ProcessMemory): void {
  const workerData: Watch = { ...memory, parent: Number(process.argv[2]) };
  new Worker(new URL('./watch-memory-thread.js', import.meta.url), { workerData }).unref();
}
