/** An activity in the queue. */
export interface QueueEntry {
  /** Its `$unique_key`: a UUID in lower case. */
  id: string;
  /** When it was queued, epoch milliseconds. */
  queuedAt: number;
  /** The activity as JSON, as it is sent in each attempt. */
  line: string;
}

/** Where a queue keeps its entries. Implement it to keep them elsewhere. */
export interface QueueStorage {
  /** Resolves once they survive what the storage promises to survive. */
  add(entries: QueueEntry[]): Promise<void>;
  /** All entries, oldest first. */
  list(): Promise<QueueEntry[]>;
  remove(ids: string[]): Promise<void>;
  /** Runs while no other client of the same storage runs it. Rejects if the signal aborts before it starts. */
  exclusive<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
  close(): Promise<void>;
}
