import type { QueueEntry } from './storage/queue-storage.js';

/** Far below the limits of the API (1,000 lines, 1 MiB), and of most proxies. */
export const maxBatchLines = 250;
export const maxBatchBytes = 256_000;
/** Browsers send at most 64 KiB of requests that outlive their page. */
export const maxUnloadBytes = 60_000;

/** Bytes of a line in a body. */
export const bytesOf = (line: string): number => new TextEncoder().encode(line).length + 1;

/** The first entries that fit; always one, however long. */
export function takeBatch(entries: Iterable<QueueEntry>, maxBytes = maxBatchBytes): QueueEntry[] {
  const batch: QueueEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    bytes += bytesOf(entry.line);
    if (batch.length > 0 && (bytes > maxBytes || batch.length === maxBatchLines)) break;
    batch.push(entry);
  }
  return batch;
}
