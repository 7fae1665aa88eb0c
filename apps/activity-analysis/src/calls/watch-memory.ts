import { workerData } from 'node:worker_threads';

/** Memory of the process that calls plugins, and the signal that ends it above that. */
export interface MemoryLimit {
  maxBytes: number;
  signal: NodeJS.Signals;
}

/**
 * The thread that ends the process that calls plugins if it uses too much memory, which --max-old-space-size does not limit
 * for buffers, or if its parent has died. The main thread may be busy with an answer, so it cannot do this.
 */
const { maxBytes, signal } = workerData as MemoryLimit;
const parent = process.ppid;
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, signal);
  else if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 50);
