import { workerData } from 'node:worker_threads';
import type { MemoryLimit } from './watch-memory.js';

const { maxBytes, signal } = workerData as MemoryLimit;
const parent = process.ppid;
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, signal);
  else if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 25);
