import { parentPort, workerData } from 'node:worker_threads';
import { MainThreadWatch } from './main-thread-watch.js';
import type { WatchdogData } from './watchdog-data.js';

const data = workerData as WatchdogData;
const watch = new MainThreadWatch(data);
setInterval(() => watch.tick(), data.limits.tickMs);
parentPort?.on('message', (slots: number[]) => void watch.mark(slots));
