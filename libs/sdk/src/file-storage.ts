import { FileQueue } from './storage/file-queue.js';
import type { QueueStorage } from './storage/queue-storage.js';

/**
 * Keeps the queue in a file, for Node.js. It survives the end of the process, also by SIGKILL; an activity is on the disk when
 * `activity()` resolves. One process at a time may use a file.
 *
 * @throws if another process uses it, or it cannot be read or written
 */
export const fileStorage = (file: string): QueueStorage => new FileQueue(file);
