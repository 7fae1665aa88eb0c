import { Worker } from 'node:worker_threads';

/** Resident memory of a child process, and the signal that ends it above that. */
export interface MemoryLimit {
  maxBytes: number;
  signal: NodeJS.Signals;
}

export interface Watch extends MemoryLimit {
  /** The pid of the parent. If it has died already, process.ppid is that of another process. */
  parent: number;
}

/**
 * Ends this process if it uses too much memory, which --max-old-space-size does not limit for buffers, or if its parent has
 * died. The first argument of the process is the parent's pid. A thread does it, because an answer from outside may keep
 * the main thread busy for ever.
 */
export function watchMemory(limit: MemoryLimit): void {
  const workerData: Watch = { ...limit, parent: Number(process.argv[2]) };
  new Worker(new URL('./watch-memory-thread.js', import.meta.url), { workerData }).unref();
}
