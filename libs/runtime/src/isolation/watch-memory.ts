import { Worker } from 'node:worker_threads';

/** Resident memory of a child process, and the signal that ends it above that. */
export interface MemoryLimit {
  maxBytes: number;
  signal: NodeJS.Signals;
}

/**
 * Ends this process if it uses too much memory, which --max-old-space-size does not limit for buffers, or if its parent has
 * died. A thread does it, because an answer from outside may keep the main thread busy for ever.
 */
export function watchMemory(limit: MemoryLimit): void {
  new Worker(new URL('./watch-memory-thread.js', import.meta.url), { workerData: limit }).unref();
}
