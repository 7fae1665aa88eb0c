import { workerData } from 'node:worker_threads';
import type { Watch } from './serve-parent.js';

const { maxBytes, signal, parent } = workerData as Watch;
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, signal);
  else if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 25);
